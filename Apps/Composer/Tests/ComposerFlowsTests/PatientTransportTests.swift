import ComposerFlows
import FoundationEssentials
import HTTPTransportAPI
import HTTPTransportTesting
import HTTPTypes
import KernelTesting
import Testing

struct PatientTransportTests {
    private let clock = ManualClock()

    private func request(_ method: HTTPMethod = .get, fields: HTTPFields = [:]) throws -> HTTPRequest {
        HTTPRequest(method: method, url: try #require(URL(string: "http://127.0.0.1:8080/feed")), fields: fields)
    }

    /// Accepts requests and answers none.
    private static let silent = HTTPTransportStub { _ throws(HTTPTransportError) in
        let (silence, continuation) = AsyncStream<Void>.makeStream()
        for await _ in silence {}
        continuation.finish()
        throw .cancelled
    }

    /// Sends it for somebody whose patience ends meanwhile.
    private func whatComes(
        of ask: @escaping @Sendable (PatientTransport) async throws(HTTPTransportError) -> Void
    ) async -> HTTPTransportError? {
        let page = Task { [clock] in
            await Patience.lasting(.seconds(2), by: clock) { () async -> HTTPTransportError? in
                do throws(HTTPTransportError) { try await ask(PatientTransport(Self.silent)) } catch { return error }
                return nil
            }
        }
        await clock.waitForSleepers()
        clock.advance(by: .seconds(2))
        return await page.value
    }

    @Test(.requirement("OFFLINE-01")) func aSilentServerIsWaitedForAsLongAsThePageMayTake() async throws {
        let read = try request(), sent = try request(.post, fields: [.idempotencyKey: "1"])
        #expect(
            await whatComes { transport throws(HTTPTransportError) in _ = try await transport.send(read) } == .timedOut)
        #expect(
            await whatComes { transport throws(HTTPTransportError) in _ = try await transport.send(sent) } == .timedOut)
        #expect(
            await whatComes { transport throws(HTTPTransportError) in _ = try await transport.stream(read) }
                == .timedOut)
        #expect(
            await whatComes { transport throws(HTTPTransportError) in
                _ = try await transport.download(read, toFile: "/nowhere")
            } == .timedOut)
    }

    @Test func allThatAPageAsksForHasOneTime() async throws {
        let read = try request()
        let second = await whatComes { transport throws(HTTPTransportError) in
            _ = try? await transport.send(read)
            // Nothing is left: it isn't even asked.
            _ = try await transport.send(read)
        }
        #expect(second == .timedOut)
    }

    @Test func whatComesInTimeIsTheAnswer() async throws {
        let read = try request()
        let answer = await Patience.lasting(.seconds(2), by: clock) {
            try? await PatientTransport(HTTPTransportStub(HTTPResponse(status: .ok))).send(read)
        }
        #expect(answer?.status == .ok)
    }

    @Test func whoeverLeavesIsNotToldThatTheServerIsSilent() async throws {
        let read = try request()
        let page = Task { [clock] in
            await Patience.lasting(.seconds(2), by: clock) { () async -> HTTPTransportError? in
                do throws(HTTPTransportError) {
                    _ = try await PatientTransport(Self.silent).send(read)
                    return nil
                } catch { return error }
            }
        }
        await clock.waitForSleepers()
        page.cancel()
        #expect(await page.value == .cancelled)
    }

    @Test func whatMayNotComeTwiceAndFilesHaveLimitsOfTheirOwn() async throws {
        let spy = HTTPTransportSpy(HTTPTransportStub(HTTPResponse(status: .ok)))
        var file = try request(.post, fields: [.idempotencyKey: "1"])
        file.body = .file(path: "/nowhere")
        let change = try request(.post), upload = file
        _ = await Patience.lasting(.zero, by: clock) {
            _ = try? await PatientTransport(spy).send(change)
            _ = try? await PatientTransport(spy).send(upload)
        }
        #expect(spy.requests.map(\.limits) == [HTTPLimits(total: .seconds(10)), HTTPLimits(idle: .seconds(5))])
        // Outside of a page nobody is in a hurry.
        _ = try await PatientTransport(spy).send(change)
        #expect(spy.requests.last == change)
    }
}
