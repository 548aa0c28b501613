import CoreModels
import FoundationEssentials
import HTTPTransportAPI
import HTTPTransportTesting
import HTTPTypes
import KernelTesting
import Localization
import Locking
import OfflineQueueAPI
import OfflineQueueTesting
import PluginKit
import Presenting
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
            #expect(error.isWaiting && error.nextSteps == [.seeQueue], "the person may look, and ask to be told")
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

    @Test(.requirement("REG-26")) func aWaitingRegistrationStoresTheSession() async throws {
        let client = RegistrationClientFixture(RegistrationClientFixture.creating())
        guard case .done = await client.sendWaiting(form) else {
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
        guard case .done = await client.sendWaiting(form) else {
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
        guard case .done(let text, _) = await client.sendWaiting(form) else {
            Issue.record("not done")
            return
        }
        #expect(text.english.contains("log in"))
        let isOther = client.memory.session?.isIdentical(to: other)
        #expect(isOther == true)
        #expect(client.ends.ends.isEmpty)
    }

    /// A server that makes one account.
    private static func makingOne() -> HTTPTransportStub {
        let made = Locked(false)
        return HTTPTransportStub { request async throws(HTTPTransportError) in
            let isFirst = made.withLock { made in
                defer { made = true }
                return !made
            }
            let answer =
                isFirst
                ? RegistrationClientFixture.creating()
                : RegistrationClientFixture.refusing(.conflict, "email_already_in_use")
            return try await answer.send(request)
        }
    }

    @Test(.requirement("REG-24", "REG-33"))
    func whoAsksAgainForWhatTheQueueHasJustDoneHasItOnce() async throws {
        let client = RegistrationClientFixture(Self.makingOne())
        guard case .done = await client.sendWaiting(form) else {
            Issue.record("not done")
            return
        }
        #expect(try await client.registration.register(form) == .confirmation(RegistrationClientFixture.user))
        await #expect(throws: RegistrationError.emailAlreadyInUse, "what was told isn't told again") {
            _ = try await client.registration.register(form)
        }
    }

    @Test(.requirement("REG-24", "REG-33"), arguments: [nil, User.sample(email: "ben@example.com")])
    func whoHasLoggedOutSinceIsNotSaidToBeIn(there: User?) async throws {
        let client = RegistrationClientFixture(Self.makingOne())
        guard case .done = await client.sendWaiting(form) else {
            Issue.record("not done")
            return
        }
        try await client.memory.remove()
        if let there { try await client.memory.save(.sample(user: there)) }
        #expect(try await client.registration.register(form) == .logIn(RegistrationClientFixture.user))
        #expect(client.memory.session?.user == there)
    }

    @Test(.requirement("REG-24", "REG-33"))
    func whoTypesSomethingElseHearsThatWhatWaitedIsMade() async throws {
        let client = RegistrationClientFixture(Self.makingOne())
        guard case .done = await client.sendWaiting(form) else {
            Issue.record("not done")
            return
        }
        // This isn't the account's password.
        let other = RegistrationForm(name: form.name, email: form.email, password: Secret("battery staple"))
        do throws(RegistrationError) {
            _ = try await client.registration.register(other)
            Issue.record("registered")
        } catch {
            #expect(error == .madeBefore && error.nextSteps == [.logIn, .recover])
            #expect(error.text.english.contains("typed before") && error.text.spanish.contains("escribiste antes"))
        }
    }

    @Test(.requirement("REG-24"), arguments: [true, false])
    func whatIsTypedLastTakesThePlaceOfWhatWaits(isTheSame: Bool) async throws {
        let queue = RequestQueueSpy(), old = QueuedRequestID(UUID()), others = QueuedRequestID(UUID())
        let password = isTheSame ? "correct horse" : "battery staple"
        for (id, email) in [(old, "Ada@example.com"), (others, "ben@example.com")] {
            try await queue.enqueue(
                QueuedRequest(
                    id: id, kind: .registration, subject: email,
                    payload: Secret(#"{"email":"\#(email)","name":"Ada","password":"\#(password)"}"#)))
        }
        let client = RegistrationClientFixture(RegistrationClientFixture.creating(), queue: queue)
        _ = try await client.registration.register(form)
        #expect(queue.dropped == [old])
        let key = isTheSame ? old : RegistrationClientFixture.requestID
        #expect(client.transport.requests.map { $0.fields[.idempotencyKey] } == [key.description])
    }

    @Test(.requirement("REG-28")) func aSessionThatCannotBeStoredKeepsTheRecord() async throws {
        let client = RegistrationClientFixture(RegistrationClientFixture.creating(), storingFails: true)
        guard case .failed(let problem, _) = await client.sendWaiting(form) else {
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
        let answer = await client.sendWaiting(form)
        switch answer {
        case .refused: #expect(isFinal)
        case .failed: #expect(!isFinal)
        default: Issue.record("\(String(describing: answer))")
        }
    }
}
