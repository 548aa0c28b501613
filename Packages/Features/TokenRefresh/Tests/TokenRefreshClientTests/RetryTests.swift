import CoreModels
import FoundationEssentials
import HTTPTransportAPI
import HTTPTransportTesting
import HTTPTypes
import KernelTesting
import Locking
import SessionsAPI
import SessionsTesting
import Testing
import TokenRefreshClient

struct RetryTests {
    /// A client whose refreshes are answered one after another like this; the
    /// last answer stands.
    private func client(_ answers: [Result<HTTPResponse, HTTPTransportError>]) -> Client {
        let client = Client(Client.session(age: 1000))
        let rest = Locked(answers[...])
        client.server.answerRefresh { () throws(HTTPTransportError) in
            let answer = rest.withLock { $0.count > 1 ? $0.popFirst() : $0.first }
            guard let answer else { throw .cancelled }
            return try answer.get()
        }
        client.server.accept("access-1")
        return client
    }

    private static let granted = Result<HTTPResponse, HTTPTransportError>.success(
        ServerStub.granted("access-1", "refresh-1"))

    private static func answer(
        _ status: HTTPStatus, after seconds: String? = nil
    ) -> Result<HTTPResponse, HTTPTransportError> {
        .success(HTTPResponse(status: status, fields: seconds.map { [.retryAfter: $0] } ?? [:]))
    }

    @Test(
        .requirement("TOKEN-09", "TOKEN-19", "TOKEN-20"),
        arguments: [
            Result<HTTPResponse, HTTPTransportError>.failure(.connectivity(reason: "down")), .failure(.timedOut),
            answer(.internalServerError), answer(.notImplemented), answer(.serviceUnavailable),
        ]) func whatMayPassIsTriedThreeTimesWithGrowingPauses(failure: Result<HTTPResponse, HTTPTransportError>)
        async throws
    {
        let lucky = client([failure, failure, Self.granted])
        #expect(try await lucky.get() == "private")
        #expect(lucky.server.refreshes.count == 3)
        // 250 and 500 ms, and half of the same again by chance.
        #expect(lucky.clock.pauses == [.milliseconds(375), .milliseconds(750)])

        let unlucky = client([failure, failure, failure, Self.granted])
        #expect((try? await unlucky.get()) != "private")
        #expect(unlucky.server.refreshes.count == 3)
        #expect(unlucky.refresh == "refresh-0" && unlucky.ends.ends.isEmpty)
        #expect(try await unlucky.get() == "private", "trying again later works")
    }

    @Test(
        .requirement("TOKEN-09"),
        arguments: [
            Result<HTTPResponse, HTTPTransportError>.failure(.tls(reason: "expired")), .failure(.cancelled),
            .failure(.invalidResponse(reason: "no HTTP")), .failure(.tooLarge(limit: 1)), answer(.badRequest),
            answer(.notFound), answer(.tooManyRequests), answer(.requestTimeout), answer(.ok),
        ]) func whatDoesNotPassIsNotTriedAgain(failure: Result<HTTPResponse, HTTPTransportError>) async throws
    {
        let client = client([failure, Self.granted])
        _ = try? await client.get()
        #expect(client.server.refreshes.count == 1)
        #expect(client.clock.pauses.isEmpty)
        #expect(client.refresh == "refresh-0" && client.ends.ends.isEmpty)
    }

    @Test(.requirement("TOKEN-20"), arguments: [HTTPStatus.serviceUnavailable, .tooManyRequests])
    func aShortRequestForPatienceIsHonoured(status: HTTPStatus) async throws {
        let client = client([Self.answer(status, after: "4"), Self.granted])
        #expect(try await client.get() == "private")
        #expect(client.clock.pauses == [.milliseconds(4125)], "what was asked for, and a little by chance")
    }

    @Test(.requirement("TOKEN-20"), arguments: [HTTPStatus.serviceUnavailable, .tooManyRequests])
    func aLongOneIsPassedOnAndNobodyAsksBeforeItIsOver(status: HTTPStatus) async throws {
        let client = client([Self.answer(status, after: "120"), Self.granted])
        for seconds in [0.0, 60, 59] {
            client.date.advance(by: .seconds(seconds))
            #expect(try await client.get() == "\(status)")
            #expect(client.server.refreshes.count == 1)
        }
        #expect(client.clock.pauses.isEmpty, "a person isn't kept waiting for so long")
        client.date.advance(by: .seconds(2))
        #expect(try await client.get() == "private")
    }

    @Test func nobodyIsKeptWaitingForLong() {
        let policy = RetryPolicy()
        #expect(policy.pause(afterTry: 1, .zero, elapsed: .seconds(14)) != nil)
        #expect(policy.pause(afterTry: 1, .zero, elapsed: .seconds(15)) == nil)
        #expect(policy.pause(afterTry: 3, .zero, elapsed: .zero) == nil)
    }
}
