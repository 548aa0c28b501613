import CoreModels
import FoundationEssentials
import HTTPTransportAPI
import HTTPTransportTesting
import HTTPTypes
import KernelTesting
import Localization
import LoginAPI
import Presenting
import RegistrationAPI
import SecureStorageAPI
import SessionsAPI
import SessionsTesting
import Testing

struct RemoteRegistrationTests {
    private typealias Fixture = RegistrationClientFixture

    // MARK: What is sent

    @Test(.requirement("REG-01", "REG-09", "REG-43", "TOKEN-01")) func sendsTheFormAndNoToken() async throws {
        let client = Fixture(Fixture.creating(), holding: .sample())
        _ = try await client.registration.register(
            RegistrationForm(name: "  Ada\n", email: " Ada@example.com ", password: Secret(" correct horse ")))
        let request = try #require(client.transport.requests.first)
        #expect(client.transport.requests.count == 1)
        #expect(request.method == .post)
        #expect(request.url.absoluteString == "https://example.com:8443/base/auth/register")
        #expect(request.fields[.contentType] == "application/json")
        #expect(request.fields[.authorization] == nil)
        // A password is never altered.
        let body = #"{"email":"Ada@example.com","name":"Ada","password":" correct horse "}"#
        #expect(request.body == .bytes(Data(body.utf8)))
    }

    @Test(
        .requirement("REG-02", "REG-08"),
        arguments: [
            (
                RegistrationForm(name: " ", email: "ada@example.com", password: Secret("four green tea pots")),
                [.emptyName]
            ),
            (RegistrationForm(name: "Ada", email: "ada", password: Secret("four green tea pots")), [.invalidEmail]),
            (RegistrationForm(name: "Ada", email: "ada@example.com", password: Secret("1234567")), [.weakPassword]),
            (RegistrationForm(name: "", email: "", password: Secret("")), [.emptyName, .invalidEmail, .weakPassword]),
            (
                RegistrationForm(
                    name: "Ada", email: "ada@example.com", password: Secret([UInt8](repeating: 0xFF, count: 9))),
                [.weakPassword]
            ),
        ] as [(RegistrationForm, [InvalidField])])
    func invalidDataCostsNoRequestAndStoresNothing(form: RegistrationForm, problems: [InvalidField]) async {
        let client = Fixture(Fixture.creating())
        await #expect(throws: RegistrationError.invalidData(problems)) { try await client.registration.register(form) }
        #expect(client.transport.calls.isEmpty)
        #expect(client.sessions.calls.isEmpty)
    }

    /// It is asked before anybody types anything; what something on the way says is no answer.
    @Test(arguments: [
        (HTTPStatus.notFound, "not_found", true), (.methodNotAllowed, "method_not_allowed", false),
        (.notFound, "other", false), (.serviceUnavailable, "unavailable", false),
    ]) func knowsWhetherTheServerMakesAccounts(status: HTTPStatus, code: String, isClosed: Bool) async {
        let client = Fixture(Fixture.refusing(status, code))
        #expect(await client.registration.isClosed() == isClosed)
        #expect(client.transport.requests.map(\.method) == [.get] && client.sessions.calls.isEmpty)
    }

    @Test func whereNobodyAnswersItIsNotCalledClosed() async {
        #expect(await !Fixture(HTTPTransportStub(failure: .timedOut)).registration.isClosed())
    }

    // MARK: Success

    @Test(
        .requirement("REG-10", "REG-11", "REG-12", "REG-13", "REG-15"),
        arguments: [
            ("confirmation", RegistrationOutcome.confirmation(Fixture.user)), ("signed_in", .signedIn(Fixture.user)),
            (nil, .confirmation(Fixture.user)), ("something new", .confirmation(Fixture.user)),
        ] as [(String?, RegistrationOutcome)]) func storesTheSessionAndSaysWhereToGo(
            next: String?, expected: RegistrationOutcome
        ) async throws
    {
        let client = Fixture(Fixture.creating(next: next))
        #expect(try await client.registration.register(Fixture.form) == expected)
        let session = try #require(client.memory.session)
        #expect(session.user == Fixture.user)
        #expect(session.grant.accessToken.isEqual(to: Secret("at-1")))
        #expect(session.grant.refreshToken.isEqual(to: Secret("rt-1")))
        #expect(session.receivedAt == client.date.bootTime())
        #expect(client.memory.saveCount == 1)
        #expect(client.ends.ends.isEmpty)
    }

    @Test(.requirement("REG-11", "REG-15"), arguments: ["login", nil])
    func withoutATokenThePersonLogsIn(next: String?) async throws {
        let client = Fixture(Fixture.creating(next: next, withToken: false))
        #expect(try await client.registration.register(Fixture.form) == .logIn(Fixture.user))
        #expect(client.sessions.calls.isEmpty)
    }

    @Test(.requirement("REG-18"), arguments: [#"{"status":"check_mail"}"#, "", "{}"])
    func aServerThatTellsNothingSendsThePersonToTheMail(body: String) async throws {
        let client = Fixture(Fixture.answering(.accepted, body))
        #expect(try await client.registration.register(Fixture.form) == .checkMail)
        #expect(client.sessions.calls.isEmpty)
    }

    @Test(.requirement("LOGOUT-01")) func theNewPersonFindsNothingOfWhoWasLoggedIn() async throws {
        let client = Fixture(Fixture.creating(), holding: .sample(user: .sample(name: "Eve")))
        _ = try await client.registration.register(Fixture.form)
        #expect(client.memory.session?.user == Fixture.user)
        #expect(client.ends.ends == [.loggedOut])
    }

    /// In another terminal, say, while the form was being filled in.
    @Test(.requirement("REG-30", "SESS-21", "L10N-01")) func whoLoggedInMeanwhileStays() async throws {
        let eve = StoredSession.sample(user: .sample(name: "Eve", email: "eve@example.com"))
        let client = Fixture(Fixture.creating(), holding: eve)
        let error = await #expect(throws: RegistrationError.self) {
            try await client.registration.register(Fixture.form, since: .nobody)
        }
        #expect(error?.code == "token_storage_failed" && error?.nextSteps == [.logOut, .logIn])
        #expect(error?.text.english.contains("Your account exists") == true)
        #expect(error?.text.english.contains("Meanwhile Eve logged in here, and stays so.") == true)
        #expect(error?.text.spanish.contains("Entretanto Eve inició sesión aquí") == true)
        #expect(client.memory.session?.isSame(as: eve) == true && client.ends.ends.isEmpty)
    }

    @Test(.requirement("LOGOUT-01", "SESS-21")) func whoWasThereAtTheBeginningMakesRoom() async throws {
        let eve = StoredSession.sample(user: .sample(name: "Eve", email: "eve@example.com"))
        let client = Fixture(Fixture.creating(), holding: eve)
        _ = try await client.registration.register(Fixture.form, since: SessionBeginning.Start(with: eve.user))
        #expect(client.memory.session?.user == Fixture.user && client.ends.ends == [.loggedOut])
    }

    // MARK: Failure

    @Test(.requirement("REG-30", "D16")) func aRegistrationThatWasOvertakenBeginsNoSession() async throws {
        let client = Fixture(Fixture.creating())
        client.memory.failWrites(with: .anotherKey)
        let error = await #expect(throws: RegistrationError.self) {
            try await client.registration.register(Fixture.form)
        }
        #expect(error?.code == "token_storage_failed" && error?.nextSteps == [.logIn])
        #expect(error?.text.english.contains("Your account exists") == true)
        #expect(error?.text.english.contains("another program on this device") == true)
    }

    @Test(.requirement("OFFLINE-11")) func aServerWithoutRegistrationSaysSo() async throws {
        let client = Fixture(Fixture.refusing(.notFound, "not_found"))
        await #expect(throws: RegistrationError.closed) { try await client.registration.register(Fixture.form) }
    }

    @Test(
        .requirement("REG-16", "REG-32", "REG-33"),
        arguments: [
            (HTTPStatus.conflict, "email_already_in_use", RegistrationError.emailAlreadyInUse),
            (.conflict, "of_another_server", .emailAlreadyInUse),
            (.unauthorized, "replay_detected", .replayDetected),
            (
                .unauthorized, "dpop_proof_required",
                .impossible(Obstacle(code: "dpop_proof_required", LocalizedText(verbatim: "no")))
            ),
            (.tooManyRequests, "abuse_detected", .abuseDetected(retryAfter: .seconds(120))),
            (.tooManyRequests, "too_many_requests", .abuseDetected(retryAfter: .seconds(120))),
            (.unprocessableContent, "invalid_data", .unknown), (.badRequest, "malformed_json", .unknown),
            (.internalServerError, "internal_error", .unknown),
        ])
    func saysWhatTheServerSaidAndStoresNothing(
        status: HTTPStatus, code: String, expected: RegistrationError
    ) async {
        let before = StoredSession.sample()
        let client = Fixture(Fixture.refusing(status, code, fields: [.retryAfter: "120"]), holding: before)
        await #expect(throws: expected) { try await client.registration.register(Fixture.form) }
        #expect(client.memory.session?.isIdentical(to: before) == true)
        #expect(client.sessions.calls.isEmpty)
        #expect(client.ends.ends.isEmpty)
    }

    @Test(.requirement("REG-06", "REG-33")) func fieldsThatTheServerRefusesComeInTheOrderOfTheForm() async {
        let errors = """
            [{"code":"weak_password","pointer":"/password","reason":"Too common."},\
            {"code":"invalid_email","pointer":"/email","reason":"no"},\
            {"code":"of_the_future","pointer":"/captcha","reason":"no"},\
            {"code":"reserved","pointer":"/name","reason":"The name is reserved."},\
            {"code":"password_too_long","pointer":"/password","reason":"no"}]
            """
        let client = Fixture(Fixture.refusing(.unprocessableContent, "invalid_data", errors: errors))
        let expected: [InvalidField] = [
            .refused(.name, reason: "The name is reserved."), .invalidEmail,
            .refused(.password, reason: "Too common."), .passwordTooLong,
        ]
        await #expect(throws: RegistrationError.invalidData(expected)) {
            try await client.registration.register(Fixture.form)
        }
    }

    @Test(.requirement("REG-33"), arguments: ["", "{", "[]", "{}", #"{"user":{"name":"Ada"}}"#])
    func anAnswerThatHoldsNoAccountIsAnError(body: String) async {
        let client = Fixture(Fixture.answering(.created, body))
        await #expect(throws: RegistrationError.unknown) { try await client.registration.register(Fixture.form) }
        #expect(client.sessions.calls.isEmpty)
    }

    @Test(.requirement("REG-10"), arguments: [HTTPStatus.ok, .noContent])
    func onlyTwoHundredAndOneIsSuccess(status: HTTPStatus) async throws {
        let made = try await Fixture.creating().send(HTTPRequest(url: URL(string: "https://example.com")!))
        let client = Fixture(Fixture.answering(status, String(decoding: made.body, as: UTF8.self)))
        await #expect(throws: RegistrationError.unknown) { try await client.registration.register(Fixture.form) }
        #expect(client.memory.session == nil)
    }

    @Test(
        .requirement("REG-19", "REG-33"),
        arguments: [
            HTTPTransportError.connectivity(reason: "r"), .timedOut, .tls(reason: "r"), .insecureAddress, .cancelled,
            .tooLarge(limit: 1), .invalidResponse(reason: "r"), .fileSystem(reason: "r"),
            .invalidRequest(reason: "r"), .credentialsUnavailable,
        ]) func saysWhyThereIsNoAnswer(error: HTTPTransportError) async
    {
        let client = Fixture(HTTPTransportStub(failure: error))
        let expected: RegistrationError =
            switch error {
            case .cancelled: .cancelled
            case .connectivity, .timedOut, .tls: .connectivity(error.text)
            case .insecureAddress, .invalidRequest, .fileSystem, .credentialsUnavailable:
                .impossible(Obstacle(error))
            default: .unknown
            }
        await #expect(throws: expected) { try await client.registration.register(Fixture.form) }
        #expect(client.sessions.calls.isEmpty)
    }

    @Test(
        .requirement("REG-30", "REG-33"),
        arguments: [
            SessionStoreError.storage(.verificationFailed), .storage(.noSpace(path: "/v")), .storage(.wrongKey),
            .unencodable,
        ]) func aTokenThatIsNotStoredAsItCameIsAnError(error: SessionStoreError) async
    {
        let before = StoredSession.sample()
        let client = Fixture(Fixture.creating(), holding: before)
        client.memory.failWrites(with: error)
        await #expect(throws: RegistrationError.tokenStorageFailed(Obstacle(error))) {
            try await client.registration.register(Fixture.form)
        }
        #expect(client.memory.session?.isIdentical(to: before) == true)
        #expect(client.ends.ends.isEmpty)
    }

    // MARK: Texts

    @Test(
        .requirement("L10N-01"),
        arguments: [
            RegistrationError.emailAlreadyInUse, .invalidData([.emptyName, .weakPassword]),
            .abuseDetected(retryAfter: nil), .abuseDetected(retryAfter: .seconds(30)),
            .abuseDetected(retryAfter: .seconds(90)), .replayDetected,
            .tokenStorageFailed(Obstacle(code: "no_space", LocalizedText(en: "full", es: "lleno"))), .unknown,
            .cancelled,
        ]) func everyErrorIsExplainedInBothLanguages(error: RegistrationError)
    {
        #expect(!error.text.english.isEmpty && !error.text.spanish.isEmpty)
        #expect(error.text.english != error.text.spanish)
    }

    @Test(.requirement("REG-07")) func theTextOfInvalidDataNamesEveryField() {
        let text = RegistrationError.invalidData([.emptyName, .invalidEmail, .weakPassword]).text
        #expect(text.english.hasPrefix("Type your name. Invalid email."))
        #expect(text.spanish.contains("Mínimo 8 caracteres"))
    }

    @Test func saysHowManyMinutesToWait() {
        let two = RegistrationError.abuseDetected(retryAfter: .seconds(61)).text
        #expect(two.english.hasSuffix("in 2 minutes.") && two.spanish.hasSuffix("en 2 minutos."))
        let one = RegistrationError.abuseDetected(retryAfter: .seconds(60)).text
        #expect(one.english.hasSuffix("in 1 minute.") && one.spanish.hasSuffix("en 1 minuto."))
    }
}
