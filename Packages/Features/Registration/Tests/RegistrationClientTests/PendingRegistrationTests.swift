import CoreModels
import FoundationEssentials
import HTTPTransportAPI
import HTTPTransportTesting
import HTTPTypes
import KernelTesting
import Localization
import OfflineQueueAPI
import OfflineQueueTesting
import PluginKit
import RegistrationAPI
import RegistrationClient
import SecureStorageAPI
import SessionsAPI
import SessionsTesting
import Testing

struct PendingRegistrationTests {
    private let form = RegistrationClientFixture.form

    @Test(
        .requirement("REG-19", "REG-20", "REG-21", "REG-22", "D9"),
        arguments: [HTTPTransportError.connectivity(reason: "r"), .timedOut, .tls(reason: "r")])
    func aRegistrationThatCannotBeSentWaits(error: HTTPTransportError) async throws {
        let queue = RequestQueueSpy()
        let client = RegistrationClientFixture(HTTPTransportStub(failure: error), queue: queue)
        do throws(RegistrationError) {
            _ = try await client.registration.register(form)
            Issue.record("registered")
        } catch {
            guard case .waiting(let text) = error else {
                Issue.record("\(error)")
                return
            }
            #expect(text.english.contains("essential queue notify"), "the person may ask to be told")
        }
        let request = try #require(queue.enqueued.first)
        #expect(request.kind == .registration && request.subject == "Ada@example.com")
        let isWhole = request.payload.isEqual(
            to: Secret(#"{"email":"Ada@example.com","name":"Ada","password":"correct horse"}"#))
        #expect(isWhole)
        #expect(client.transport.requests.first?.fields[.idempotencyKey] == request.id.description)
        #expect(client.memory.session == nil)
    }

    @Test(.requirement("REG-16", "REG-32"), arguments: [HTTPStatus.conflict, .tooManyRequests, .internalServerError])
    func whatTheServerAnsweredDoesNotWait(status: HTTPStatus) async {
        let queue = RequestQueueSpy()
        let client = RegistrationClientFixture(RegistrationClientFixture.answering(status), queue: queue)
        _ = try? await client.registration.register(form)
        #expect(queue.enqueued.isEmpty)
    }

    @Test(.requirement("REG-22")) func keepsListsAndRemovesWhatWaits() async throws {
        let waiting = WaitingRequest(
            id: QueuedRequestID(UUID()), kind: .registration, subject: "ada@example.com",
            createdAt: Date(timeIntervalSince1970: 1), expiresAt: Date(timeIntervalSince1970: 2))
        let other = WaitingRequest(
            id: QueuedRequestID(UUID()), kind: .login, subject: "ada@example.com",
            createdAt: Date(timeIntervalSince1970: 1), expiresAt: Date(timeIntervalSince1970: 2))
        let queue = RequestQueueSpy(waiting: [other, waiting])
        let pending = try pending(queue)
        #expect(
            try await pending.loadPendingRegistrations() == [
                PendingRegistration(
                    id: waiting.id.uuid, email: "ada@example.com", createdAt: waiting.createdAt,
                    expiresAt: waiting.expiresAt)
            ])
        try await pending.savePendingRegistration(form)
        #expect(queue.enqueued.map(\.subject) == ["Ada@example.com"])
        try await pending.removePendingRegistration(waiting.id.uuid)
        #expect(queue.dropped == [waiting.id])
        await #expect(throws: PendingRegistrationError.self) {
            try await pending.savePendingRegistration(RegistrationForm(name: "", email: "x", password: Secret("")))
        }
    }

    @Test(.requirement("REG-25")) func retryingNothingDoesNothing() async throws {
        let queue = RequestQueueSpy()
        #expect(try await pending(queue).retryPendingRegistrations().isEmpty)
        #expect(queue.selections == [.kind(.registration)])
    }

    @Test(
        .requirement("REG-26", "REG-27", "REG-28", "REG-29"),
        arguments: [
            (QueuedRequestResult.done(word), PendingRegistrationOutcome.Result.registered(word)),
            (.kept(QueueProblem(code: "server_error", text: word)), .registrationFailed(word)),
            (.unreachable(word), .registrationFailed(word)),
            (.kept(QueueProblem(code: "token_storage_failed", text: word)), .tokenStorageFailed(word)),
            (.removalFailed(QueueProblem(code: "read_only", text: word)), .offlineStoreDeleteFailed(word)),
            (
                .refused(QueueProblem(code: "email_already_in_use", text: word)),
                .refused(code: "email_already_in_use", word)
            ), (.expired, .expired),
        ])
    func tellsWhatBecameOfEach(
        result: QueuedRequestResult, outcome: PendingRegistrationOutcome.Result
    ) async throws {
        let queue = RequestQueueSpy()
        queue.answerRetries(with: [
            QueuedRequestReport(
                request: WaitingRequest(
                    id: QueuedRequestID(UUID()), kind: .registration, subject: "ada@example.com", createdAt: Date(),
                    expiresAt: Date()), result: result)
        ])
        #expect(try await pending(queue).retryPendingRegistrations().map(\.result) == [outcome])
    }

    private static let word = LocalizedText(verbatim: "So it is.")

    @Test(.requirement("REG-26")) func aWaitingRegistrationStoresTheSession() async throws {
        let client = RegistrationClientFixture(RegistrationClientFixture.creating())
        guard case .done = try await client.sendWaiting(form) else {
            Issue.record("not done")
            return
        }
        #expect(client.memory.session?.user == RegistrationClientFixture.user)
        #expect(
            client.transport.requests.first?.fields[.idempotencyKey]
                == RegistrationClientFixture.requestID.description)
    }

    @Test(.requirement("D17", "REG-26"))
    func anAnswerThatIsGivenAgainDoesNotTakeThePlaceOfRenewedTokens() async throws {
        let renewed = StoredSession.sample(user: RegistrationClientFixture.user)
        let client = RegistrationClientFixture(RegistrationClientFixture.creating(), holding: renewed)
        guard case .done = try await client.sendWaiting(form) else {
            Issue.record("not done")
            return
        }
        let isRenewed = client.memory.session?.isIdentical(to: renewed)
        #expect(isRenewed == true)
        #expect(client.ends.ends.isEmpty, "nothing of this person is wiped")
        #expect(client.devices.tokens == ["dt-1 Ada@example.com"], "the first answer may have been lost")
    }

    @Test(.requirement("D17", "REG-26"))
    func whoLoggedInMeanwhileStaysLoggedInWhenARegistrationComesThrough() async throws {
        let other = StoredSession.sample(user: .sample(email: "ben@example.com"))
        let client = RegistrationClientFixture(RegistrationClientFixture.creating(), holding: other)
        guard case .done(let text) = try await client.sendWaiting(form) else {
            Issue.record("not done")
            return
        }
        #expect(text.english.contains("essential login"))
        let isOther = client.memory.session?.isIdentical(to: other)
        #expect(isOther == true)
        #expect(client.ends.ends.isEmpty)
    }

    @Test(.requirement("REG-28")) func aSessionThatCannotBeStoredKeepsTheRecord() async throws {
        let client = RegistrationClientFixture(RegistrationClientFixture.creating(), storingFails: true)
        guard case .failed(let problem, _) = try await client.sendWaiting(form) else {
            Issue.record("not failed")
            return
        }
        #expect(problem.code == "token_storage_failed")
    }

    @Test(
        .requirement("REG-27", "REG-32"),
        arguments: [
            (HTTPStatus.conflict, "email_already_in_use", true), (.unprocessableContent, "invalid_data", false),
            (.tooManyRequests, "abuse_detected", false), (.internalServerError, "internal_error", false),
        ])
    func onlyWhatTheServerSaysIsFinal(status: HTTPStatus, code: String, isFinal: Bool) async throws {
        let client = RegistrationClientFixture(RegistrationClientFixture.refusing(status, code))
        let answer = try await client.sendWaiting(form)
        switch answer {
        case .refused: #expect(isFinal)
        case .failed: #expect(!isFinal)
        default: Issue.record("\(String(describing: answer))")
        }
    }

    private func pending(
        _ queue: RequestQueueSpy
    ) throws -> any PendingRegistrationStoring & PendingRegistrationRetrying {
        try #require(RegistrationClientFixture(HTTPTransportStub(failure: .timedOut), queue: queue).pending)
    }
}
