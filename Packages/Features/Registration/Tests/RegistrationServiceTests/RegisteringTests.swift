import AccountsServiceAPI
import AccountsServiceTesting
import CoreModels
import CryptographyAPI
import CryptographyTesting
import FoundationEssentials
import HTTPServingAPI
import HTTPServingTesting
import HTTPTypes
import KernelTesting
import Localization
import PasswordQuality
import ProofOfPossessionServiceAPI
import RegistrationService
import SQLStoreAPI
import SQLStoreTesting
import SessionsServiceTesting
import TelemetryAPI
import TelemetryTesting
import Testing

struct RegisteringTests {
    /// As a login does: a person's list shows one name for one device.
    @Test(.requirement("SESS-21")) func theSessionThatBeginsNamesTheDevice() async throws {
        let server = try await RegistrationServer()
        let body = """
            {"name":"Ada","email":"ada@example.com","password":"\(RegistrationServer.password)","device":"ada-laptop"}
            """
        #expect(try await server.post(body).status == .created)
        #expect(try await server.register(name: "Ben", email: "ben@example.com").status == .created, "an old client")
        #expect(try await server.deviceNames() == ["ada-laptop", nil])
    }

    @Test(
        .requirement("REG-31"),
        arguments: [
            RegistrationPolicy(), RegistrationPolicy(afterRegistration: .login),
            RegistrationPolicy(enumeration: .strict),
        ])
    func aReplayedRegistrationIsRefused(policy: RegistrationPolicy) async throws {
        let server = try await RegistrationServer(policy)
        let body = #"{"name":"Ada","email":"ada@example.com","password":"\#(RegistrationServer.password)"}"#
        var request = ServerRequest.json(.post, "/auth/register", body)
        request.possessionProof = PossessionProof(keyThumbprint: "key") { () throws(HTTPProblem) in
            throw .proofRefused(code: "replay_detected", error: "", title: LocalizedText(verbatim: "Replayed"))
        }
        let answer = try await server.send(request)
        #expect(try answer.problem.code == "replay_detected")
        #expect(try await server.accountCount() == 0)
    }

    private let ada = EmailAddress("ada@example.com")!
    private let password = Secret(RegistrationServer.password)

    @Test(.requirement("D6", "LOGIN-22"), arguments: RegistrationPolicy.AfterRegistration.allCases)
    func aDeviceIsKnownFromTheFirstSessionOn(next: RegistrationPolicy.AfterRegistration) async throws {
        let server = try await RegistrationServer(RegistrationPolicy(afterRegistration: next))
        let created = try await server.register().created
        #expect((created.token == nil) == (next == .login))
        #expect(created.deviceToken == (next == .login ? nil : "device of ada@example.com"))
    }

    @Test(.requirement("REG-09", "REG-10", "REG-11")) func makesAnAccountAndBeginsASession() async throws {
        let server = try await RegistrationServer()
        let answer = try await server.register()
        #expect(answer.status == .created)
        #expect(answer.fields[.cacheControl] == "no-store")
        #expect(answer.fields[.contentType] == "application/json")
        let created = try answer.created
        #expect(created.user.name == "Ada" && created.user.email.description == "Ada@example.com")
        #expect(!created.user.isVerified)
        #expect(created.next == "confirmation")
        #expect(await server.accepts(try #require(created.token).accessToken))
        #expect(created.token?.scope == "feed:read", "limited until the address is confirmed")
        #expect(
            try await server.accounts.passwords.authenticate(email: ada, password: password)
                == .accepted(created.user, replacements: 0))
        #expect(server.registrations("created") == 1)
    }

    @Test(
        .requirement("REG-15"),
        arguments: [
            (RegistrationPolicy(), "confirmation", "login"),
            (RegistrationPolicy(afterRegistration: .login), "login", "login"),
            (RegistrationPolicy(afterRegistration: .signedIn), "signed_in", "login"),
        ], [false, true])
    func policySaysWhereThePersonGoes(
        _ way: (policy: RegistrationPolicy, next: String, nextIfProofIsRequired: String), isProofRequired: Bool
    ) async throws {
        let server = try await RegistrationServer(way.policy, isProofRequired: isProofRequired)
        let next = isProofRequired ? way.nextIfProofIsRequired : way.next, hasToken = next != "login"
        let created = try await server.register().created
        #expect(created.next == next)
        #expect((created.token != nil) == hasToken)
        #expect(try await server.sessionCount() == (hasToken ? 1 : 0))
    }

    @Test(.requirement("REG-24", "OFFLINE-01"), arguments: [RegistrationPolicy.Enumeration.friendly, .strict])
    func aRepetitionAfterAKillFindsTheAccount(_ enumeration: RegistrationPolicy.Enumeration) async throws {
        let server = try await RegistrationServer(RegistrationPolicy(enumeration: enumeration))
        let id = UUID()
        _ = try await server.register(operation: id)
        let second = try await server.register(operation: id)
        switch enumeration {
        case .friendly:
            #expect(second.status == .created)
            let created = try second.created
            #expect(created.user.id == UserID(id))
            #expect(created.next == "login" && created.token == nil, "asking again proves nothing")
        case .strict: #expect(second.status == .accepted)
        }
        #expect(try await server.accountCount() == 1)
        #expect(server.owners.told.isEmpty)
        let other = try await server.register(operation: UUID())
        #expect(other.status == (enumeration == .friendly ? .conflict : .accepted))
        #expect(server.owners.told.count == (enumeration == .friendly ? 0 : 1))
    }

    @Test func theNameIsKeptComposedAndWithoutWhiteSpaceAround() async throws {
        let server = try await RegistrationServer()
        let created = try await server.register(name: "  Zoe\u{308} \n").created
        #expect(Array(created.user.name.unicodeScalars) == Array("Zo\u{EB}".unicodeScalars))
    }

    @Test(
        arguments: ["'; DROP TABLE accounts; --", "<script>", "👩‍👩‍👧", "O'Brien", #"\u0022"#])
    func namesAreKeptAsTheyAre(name: String) async throws {
        let server = try await RegistrationServer()
        #expect(try await server.register(name: name).created.user.name == name)
        #expect(try await server.accountCount() == 1)
    }

    // MARK: What can't be accepted

    @Test(
        .requirement("REG-03", "REG-04", "REG-05", "REG-06", "REG-08"),
        arguments: [
            ("", "", "", [["/name", "empty_name"], ["/email", "invalid_email"], ["/password", "weak_password"]]),
            (" ", "ada@example.com", "four green tea pots", [["/name", "empty_name"]]),
            ("\u{200B}", "ada@example.com", "four green tea pots", [["/name", "empty_name"]]),
            ("A\u{1B}[2J", "ada@example.com", "four green tea pots", [["/name", "invalid_name"]]),
            ("Ada", "ada@", "four green tea pots", [["/email", "invalid_email"]]),
            ("Ada", "ada@example.com\r\nBcc: eve@example.com", "four green tea pots", [["/email", "invalid_email"]]),
            ("Ada", "ada@example.com", "1234567", [["/password", "weak_password"]]),
            ("Ada", "ada@example.com", "password", [["/password", "common_password"]]),
            ("Lovelace", "ada@example.com", "kettle lovelace soup", [["/password", "personal_password"]]),
            ("Ada", "ada@example.com", "aaaaaaaaaaaaaaaaaaaa", [["/password", "predictable_password"]]),
            (
                "A\u{202E}", "ada", "1",
                [
                    ["/name", "invalid_name"], ["/email", "invalid_email"], ["/password", "weak_password"],
                ]
            ),
        ])
    func everyFailingFieldIsNamedInTheOrderOfTheForm(
        name: String, email: String, password: String, refusals: [[String]]
    ) async throws {
        for policy in [RegistrationPolicy(), RegistrationPolicy(enumeration: .strict)] {
            let server = try await RegistrationServer(policy)
            let answer = try await server.register(name: name, email: email, password: password)
            #expect(answer.status == .unprocessableContent)
            #expect(try answer.problem.code == "invalid_data")
            #expect(try answer.refusals == refusals)
            #expect(try await server.accountCount() == 0)
            #expect(server.hashing.calls.isEmpty, "no work is spent on it")
            #expect(server.registrations("created") == nil && server.registrations("email_already_in_use") == nil)
        }
    }

    @Test func aPasswordMayHave1024BytesAndNoMore() async throws {
        let server = try await RegistrationServer()
        let beginning = String(repeating: "ñandú кузнец 秘密 🦀 ", count: 31), longest = beginning + "y"
        #expect(try await server.register(password: longest + "x").refusals == [["/password", "password_too_long"]])
        #expect(try await server.register(password: longest).status == .created)
        #expect(
            try await server.accounts.passwords.authenticate(
                email: ada, password: Secret(beginning + "z")) == .rejected)
    }

    @Test(
        .requirement("REG-07", "L10N-01", "SANIT-04", "SANIT-05"),
        arguments: [
            ("en", ["The name is empty.", "Invalid email", PasswordProblem.tooShort.text.english]),
            ("es", ["El nombre está vacío.", "Correo no válido", PasswordProblem.tooShort.text.spanish]),
        ]) func problemsSpeakTheLanguageOfTheRequest(language: String, reasons: [String]) async throws
    {
        let server = try await RegistrationServer()
        let answer = try await server.register(name: "", email: "ada", password: "short", language: language)
        #expect(answer.fields[.contentLanguage] == language)
        #expect(try answer.problem.errors?.map(\.reason) == reasons)
        #expect(
            try answer.problem.errors?.map(\.key) == [nil, "validation.email.invalid", "validation.password.short"])
    }

    @Test(
        .requirement("SANIT-05"),
        arguments: [("1234567", true), ("zkq vwxj", false), ("ñandúes", true), ("password", false)])
    func aPasswordUnderEightCharactersHasTheNameOfItsReason(password: String, isShort: Bool) async throws {
        let server = try await RegistrationServer()
        let answer = try await server.register(password: password)
        let keys = answer.status == .created ? [] : try answer.problem.errors?.map(\.key) ?? []
        #expect(keys.contains("validation.password.short") == isShort)
        #expect(answer.status != .created || !isShort)
    }

    // MARK: Addresses in use

    @Test(.requirement("REG-16"), arguments: ["ada@example.com", "ADA@EXAMPLE.COM", " Ada@example.com "])
    func anAddressInUseIsAConflictAndChangesNothing(email: String) async throws {
        let server = try await RegistrationServer(RegistrationPolicy(afterRegistration: .login))
        let user = try await server.register().created.user
        let answer = try await server.register(name: "Eve", email: email, password: "another kettle lamp")
        #expect(answer.status == .conflict)
        #expect(try answer.problem.code == "email_already_in_use")
        #expect(try await server.accounts.accounts.account(email: ada) == user)
        #expect(
            try await server.accounts.passwords.authenticate(email: ada, password: password)
                == .accepted(user, replacements: 0))
        #expect(try await server.sessionCount() == 0)
        #expect(server.owners.told.isEmpty)
        #expect(server.registrations("email_already_in_use") == 1)
    }

    @Test func ofManyAtOnceExactlyOneGetsTheAddress() async throws {
        let server = try await RegistrationServer()
        let statuses = try await withThrowingTaskGroup(of: HTTPStatus.self) { group in
            for number in 0..<16 {
                group.addTask { try await server.register(name: "Ada \(number)").status }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(statuses.count { $0 == .created } == 1)
        #expect(statuses.count { $0 == .conflict } == 15)
        #expect(try await server.accountCount() == 1)
    }

    // MARK: What is kept and said

    @Test(.requirement("REG-12")) func logsAndFilesHoldNoPasswordAndNoToken() async throws {
        let server = try await RegistrationServer(realHashes: true)
        let created = try await server.register().created
        _ = try await server.register(password: "another kettle lamp")
        _ = try await server.register(email: "no address", password: "another kettle lamp")
        let token = try #require(created.token)
        #expect(server.log.messages == ["registered", "registration refused"])
        let secrets = [
            RegistrationServer.password, "another kettle lamp", token.accessToken.withText { $0 ?? "" },
            token.refreshToken.withText { $0 ?? "" },
        ]
        for secret in secrets { #expect(!server.log.text.contains(secret)) }
        #expect(!server.log.text.contains("example.com"), "nor addresses")
        #expect(server.log.records.first?.fields["user"] == created.user.id.logValue)
        #expect(server.log.records.first?.fields["peer"] == "127.0.0.1".logValue)
        let store = server.accounts.server.store
        await store.close()
        for suffix in ["", "-wal"] {
            guard let file = FileManager.default.contents(atPath: store.path + suffix) else { continue }
            for secret in secrets { #expect(file.firstRange(of: Data(secret.utf8)) == nil) }
        }
    }

    // MARK: Failure

    @Test func aDatabaseThatFailsMakesNoAccount() async throws {
        let server = try await RegistrationServer()
        await server.accounts.server.store.close()
        let answer = try await server.register()
        #expect(answer.status == .serviceUnavailable)
        #expect(answer.fields[.retryAfter] == "5")
        #expect(try answer.problem.code == "unavailable")
        #expect(server.registrations("unavailable") == 1 && server.registrations("created") == nil)
    }

    @Test func tooMuchHashingIsAskedToWait() async throws {
        let server = try await RegistrationServer()
        server.hashing.fail(with: .overloaded)
        #expect(try await server.register().status == .serviceUnavailable)
        server.hashing.fail(with: nil)
        #expect(try await server.register().status == .created)
    }

    @Test(.requirement("REG-10", "REG-15")) func anAccountWithoutASessionIsAnAccount() async throws {
        let server = try await RegistrationServer()
        try await server.accounts.server.store.refuse("INSERT", of: "sessions")
        let answer = try await server.register()
        #expect(answer.status == .created)
        #expect(try answer.created.next == "login")
        #expect(try answer.created.token == nil)
        #expect(try await server.accountCount() == 1)
        #expect(server.log.records.last?.level == .error)
    }
}
