import CoreModels
import CryptographyTesting
import FoundationEssentials
import HTTPServingLoopback
import HTTPTransportAPI
import HTTPTypes
import KernelTesting
import MailAPI
import MailTesting
import PasskeysTesting
import ServerTesting
import Testing

/// An account that somebody had who knew its password, and whose owner came back by mail.
struct RecoveredAccountTests {
    private let folder: TemporaryFolder
    private let date = ManualDate()
    private let server: ComposedServer
    private let person: FactorPerson
    private let authenticators: (owners: ScriptedAuthenticator, thiefs: ScriptedAuthenticator)

    init() throws {
        folder = try TemporaryFolder()
        server = try ComposedServer(
            folder: folder.path, date: date,
            settings: ["limits.enabled": "false", "server.public_url": ComposedServer.address])
        person = FactorPerson(server: server, date: date)
        authenticators = (ScriptedAuthenticator(try .real()), ScriptedAuthenticator(try .real()))
    }

    private static func add(
        _ authenticator: ScriptedAuthenticator, by token: String, _ person: FactorPerson
    ) async throws {
        let question = try await person.send(.post, "/auth/passkeys/new/question", token: token)
        let made = try authenticator.make(
            String(decoding: question.body, as: UTF8.self), .init(at: ComposedServer.address))
        let body = #"{"name":"Telephone","credential":\#(made)}"#
        #expect(try await person.send(.post, "/auth/passkeys", body, token: token).status == .created)
    }

    private static func logIn(
        with authenticator: ScriptedAuthenticator, _ person: FactorPerson
    ) async throws -> FactorPerson.Answer {
        let question = try await person.send(.post, "/auth/login/passkey/question")
        let answer = try #require(
            try authenticator.answer(String(decoding: question.body, as: UTF8.self), .init(at: ComposedServer.address)))
        return try FactorPerson.Answer(
            try await person.send(.post, "/auth/login/passkey", #"{"credential":\#(answer)}"#))
    }

    @Test(
        "A thief's passkey can't keep the thief's factor: who says that it is lost gets in after a week",
        .requirement("MFA-05", "PASSKEY-02"))
    func whatAThiefAddedDoesNotLockTheOwnerOut() async throws {
        let (person, date, (owners, thiefs)) = (person, date, authenticators)
        try await server.run {
            try await Self.add(owners, by: try await person.member(), person)
            // Who knows the password makes themself at home.
            date.advance(by: .seconds(31 * 86_400))
            let stolen = try #require(try await person.logIn().token)
            try await Self.add(thiefs, by: stolen, person)
            _ = try await person.turnOn(try await person.begin(stolen), stolen)
            date.advance(by: .seconds(5 * 86_400))
            try await person.resetPassword()
            #expect(try await Self.logIn(with: thiefs, person).code == "passkey_refused")
            #expect(person.mail.messages.count { $0.template.name == "passkeys-not-kept" } == 1)
            // The owner's is older than that.
            #expect(try await Self.logIn(with: owners, person).token != nil)
            // Without one, it is the factor that is lost.
            let ticket = try #require(try await person.logIn(password: FactorPerson.otherPassword)["ticket"])
            #expect(try await person.lose(ticket).status == 202)
            date.advance(by: .seconds(7 * 86_400))
            #expect(try await person.logIn(password: FactorPerson.otherPassword).token != nil)
        }
    }

    @Test("A passkey is kept that is older than a month", .requirement("PASSKEY-02"))
    func whatWasThereForLongStays() async throws {
        let (person, date, owners) = (person, date, authenticators.owners)
        try await server.run {
            try await Self.add(owners, by: try await person.member(), person)
            date.advance(by: .seconds(30 * 86_400 + 1))
            try await person.resetPassword()
            #expect(try await Self.logIn(with: owners, person).token != nil)
            #expect(!person.mail.messages.contains { $0.template.name == "passkeys-not-kept" })
        }
    }

    /// Where nobody proves addresses, whoever makes an account has it at once.
    @Test(
        "What a stranger made goes when the owner comes, or an operator says whose the address is",
        .requirement("MFA-05", "PASSKEY-02", "OPS-06"), arguments: [true, false])
    func whatAStrangerMadeGoes(byOperator: Bool) async throws {
        let thiefs = authenticators.thiefs, date = date
        let server = try ComposedServer(
            folder: folder.path, date: date,
            settings: [
                "limits.enabled": "false", "server.public_url": ComposedServer.address,
                "plugins.disabled": "account-verification",
            ])
        let person = FactorPerson(server: server, date: date), operators = try OperatorsDesk(of: server, at: date)
        try await server.run {
            let stranger = try await person.register()
            try await Self.add(thiefs, by: stranger, person)
            _ = try await person.turnOn(try await person.begin(stranger), stranger)
            date.advance(by: .seconds(60 * 86_400))
            if byOperator {
                await operators.run("accounts", "verify", FactorPerson.email)
                #expect(try await person.logIn().token != nil, "no factor")
            } else {
                try await person.resetPassword()
                #expect(try await person.logIn(password: FactorPerson.otherPassword).token != nil, "no factor")
            }
            #expect(try await Self.logIn(with: thiefs, person).code == "passkey_refused")
        }
    }

    /// With the program, as with the page: the letter asks for it.
    @Test(
        "Whoever reads the mail proves nothing for a stranger who registered the address",
        .requirement("EXT-05", "VERIFY-02", "MFA-05"))
    func whatItsReaderSendsGivesAStrangerNothing() async throws {
        let person = person
        try await server.run {
            let stranger = try await person.register()
            let letter = try #require(person.mail.messages.last { $0.template.name == "verification" })
            let link = try #require(letter.values["url"]?.split(separator: "token=").last)
            for proof in [
                ["email": FactorPerson.email, "code": try #require(letter.values["code"])], ["token": String(link)],
            ] {
                let answer = try await person.ask(.post, "/auth/verification", proof)
                #expect(answer.status == 401 && answer.code == "authentication_required")
            }
            #expect(try await person.ask(.post, "/auth/factors/authenticator", token: stranger).status == 403)
            try await person.resetPassword()
            #expect(try await person.ask(.get, "/auth/me", token: stranger).code == "session_ended")
            #expect(try await person.logIn(password: FactorPerson.otherPassword).token != nil, "in at once")
        }
    }
}
