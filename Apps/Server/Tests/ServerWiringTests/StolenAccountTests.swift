import CoreModels
import CryptographyTesting
import ExternalProvidersTesting
import FoundationEssentials
import HTTPServingAPI
import HTTPServingLoopback
import HTTPTransportAPI
import HTTPTypes
import KernelTesting
import Localization
import MailAPI
import MailTesting
import PasskeysTesting
import PluginKit
import SQLStoreAPI
import SQLStoreTesting
import ServerTesting
import Testing

/// An account whose address a thief changed, at the server as it is composed.
struct StolenAccountTests {
    private static let thief = "eve@example.net"
    private let folder: TemporaryFolder
    private let date = ManualDate()
    private let server: ComposedServer
    private let person: FactorPerson
    private let operators: OperatorsDesk

    init() throws {
        folder = try TemporaryFolder()
        server = try ComposedServer(
            folder: folder.path, date: date,
            settings: ["limits.enabled": "false", "server.public_url": ComposedServer.address])
        person = FactorPerson(server: server, date: date)
        operators = try OperatorsDesk(of: server, at: date)
    }

    private static func recipients(of template: String, in person: FactorPerson) -> [String] {
        person.mail.messages.filter { $0.template.name == template }.map(\.recipient.description)
    }

    private static func change(by token: String, _ person: FactorPerson) async throws {
        #expect(try await person.ask(.post, "/auth/address", ["email": thief], token: token).status == 202)
        let letter = try #require(person.mail.messages.last { $0.recipient.description == thief })
        let code = ["code": try #require(letter.values["code"])]
        #expect(try await person.ask(.post, "/auth/address/confirmation", code, token: token).status == 200)
    }

    /// Sends the form of the page to which the letter leads.
    private static func undo(with code: String, _ person: FactorPerson) async throws -> Int {
        let letter = try #require(person.mail.messages.last { $0.template.name == "address-changed" })
        let token = try #require(letter.values["url"]?.split(separator: "token=").last)
        let form =
            "_form=restore&token=\(token)&secret-code=\(code)&secret-new_password="
            + FactorPerson.otherPassword.replacing(" ", with: "+")
        let fields: HTTPFields = [
            .contentType: "application/x-www-form-urlencoded", "Origin": ComposedServer.address,
            "Sec-Fetch-Site": "same-origin",
        ]
        let url = try #require(URL(string: ComposedServer.address + "/address"))
        let request = HTTPRequest(method: .post, url: url, fields: fields, body: .bytes(Data(form.utf8)))
        return try await person.transport.send(request).status.rawValue
    }

    @Test(
        "Codes on paper give the account back, and those of the thief open nothing then",
        .requirement("DATA-02", "MFA-02", "MFA-05"))
    func codesOnPaperGiveItBack() async throws {
        let (person, date, operators) = (person, date, operators)
        try await server.run {
            let (_, secret, paper) = try await person.withFactor()
            await operators.run("accounts", "verify", FactorPerson.email)
            date.advance(by: .seconds(15 * 86_400))
            let token = try #require(try await person.prove(try person.code(secret), try await person.ticket()).token)
            try await Self.change(by: token, person)
            let made = try await person.ask(.post, "/auth/factors/recovery-codes", token: token)
            guard case .array(let codes) = made.body?["recovery_codes"] else { throw CancellationError() }
            let stolen = codes.compactMap(\.string)
            #expect(stolen.count == 10)
            #expect(Self.recipients(of: "recovery-codes-made", in: person) == [Self.thief, FactorPerson.email])
            date.advance(by: .seconds(3_600))
            #expect(try await Self.undo(with: stolen[0], person) == 422)
            #expect(Self.recipients(of: "address-restored", in: person) == [])
            _ = try await Self.undo(with: paper[0], person)
            #expect(Self.recipients(of: "address-restored", in: person) == [FactorPerson.email])
            #expect(Self.recipients(of: "recovery-code-used", in: person) == [FactorPerson.email])
            let ticket = try #require(try await person.logIn(password: FactorPerson.otherPassword)["ticket"])
            #expect(try await person.prove(stolen[1], ticket).code == "wrong_code")
            #expect(try await person.prove(paper[1], ticket).status == 200)
        }
    }

    @Test(
        "A thief who has it deleted is told on where the owner reads, and the undo keeps it",
        .requirement("DATA-02", "DATA-04"))
    func itsDeletionIsToldWhereTheOwnerReads() async throws {
        let (person, date, operators) = (person, date, operators)
        try await server.run {
            let (_, secret, paper) = try await person.withFactor()
            await operators.run("accounts", "verify", FactorPerson.email)
            date.advance(by: .seconds(15 * 86_400))
            let token = try #require(try await person.prove(try person.code(secret), try await person.ticket()).token)
            try await Self.change(by: token, person)
            #expect(try await person.ask(.post, "/auth/me/deletion", token: token).status == 202)
            #expect(Self.recipients(of: "account-deletion-begun", in: person) == [Self.thief])
            // Logging in is no way back for who has the former address.
            let letter = try #require(
                person.mail.messages.last { $0.template.name == "account-deletion-begun-formerly" })
            let end = LocalizedText.momentInUTC(date.value.addingTimeInterval(7 * 86_400)).english
            #expect(letter.recipient.description == FactorPerson.email && letter.texts["undo"]?.english == end)
            _ = try await Self.undo(with: paper[0], person)
            #expect(Self.recipients(of: "account-deletion-undone", in: person) == [FactorPerson.email])
            #expect(Self.recipients(of: "account-deletion-taken-back", in: person).isEmpty, "nobody logged in")
            #expect(await !operators.run("accounts", "show", FactorPerson.email).contains("Deleted at"))
        }
    }

    @Test("A password that a thief chose is told where the owner reads", .requirement("DATA-02", "PWCHG-08"))
    func itsOtherPasswordIsToldWhereTheOwnerReads() async throws {
        let (person, operators) = (person, operators)
        try await server.run {
            let token = try await person.register()
            await operators.run("accounts", "verify", FactorPerson.email)
            try await Self.change(by: token, person)
            let passwords = ["current_password": FactorPerson.password, "new_password": FactorPerson.otherPassword]
            #expect(try await person.ask(.post, "/auth/password/change", passwords, token: token).status == 200)
            #expect(Self.recipients(of: "password-change", in: person) == [Self.thief, FactorPerson.email])
        }
    }

    @Test(
        "Passkeys that a thief adds and removes are told where the owner reads", .requirement("DATA-02", "PASSKEY-02"))
    func itsPasskeysAreToldWhereTheOwnerReads() async throws {
        let (person, operators) = (person, operators)
        try await server.run {
            let token = try await person.register()
            await operators.run("accounts", "verify", FactorPerson.email)
            try await Self.change(by: token, person)
            let question = try await person.send(.post, "/auth/passkeys/new/question", token: token)
            let made = try ScriptedAuthenticator(try .real()).make(
                String(decoding: question.body, as: UTF8.self), .init(at: ComposedServer.address))
            let passkey = try FactorPerson.Answer(
                try await person.send(
                    .post, "/auth/passkeys", #"{"name":"Telephone","credential":\#(made)}"#, token: token))
            #expect(Self.recipients(of: "passkey-added", in: person) == [Self.thief, FactorPerson.email])
            let path = "/auth/passkeys/" + (try #require(passkey["id"]))
            #expect(try await person.ask(.delete, path, token: token).status == 204)
            #expect(Self.recipients(of: "passkey-removed", in: person) == [Self.thief, FactorPerson.email])
            try Self.expectWayOut(of: ["passkey-added", "passkey-removed"], in: person)
        }
    }

    @Test("Providers that a thief links and unlinks are told where the owner reads", .requirement("DATA-02", "EXT-10"))
    func itsProvidersAreToldWhereTheOwnerReads() async throws {
        let date = date, provider = try ScriptedProvider(now: date.now), secret = folder.path(of: "secret")
        try Data(provider.secret.utf8).write(to: URL(filePath: secret))
        let server = try ComposedServer(
            folder: folder.path, date: date,
            settings: [
                "limits.enabled": "false", "server.public_url": ComposedServer.address,
                "providers.acme.issuer": provider.issuer, "providers.acme.client_id": provider.clientID,
                "providers.acme.client_secret_file": secret,
            ], transport: provider.transport)
        let person = FactorPerson(server: server, date: date), operators = try OperatorsDesk(of: server, at: date)
        try await server.run {
            let token = try await person.register()
            await operators.run("accounts", "verify", FactorPerson.email)
            try await Self.change(by: token, person)
            let begun = try await person.ask(.post, "/auth/providers/acme/attempts", token: token)
            let comeBack = try provider.authorize(try #require(begun["address"]))
            let answer = [
                "attempt": try #require(begun["attempt"]), "provider": "acme", "state": comeBack.state,
                "code": comeBack.code,
            ]
            let offer = try await person.ask(.post, "/auth/providers/answer", answer, token: token)
            let attempt = ["attempt": try #require(offer.body?["offer"]?["attempt"]?.string, "\(offer)")]
            let link = try await person.ask(.post, "/auth/ways-in", attempt, token: token)
            #expect(Self.recipients(of: "provider-linked", in: person) == [Self.thief, FactorPerson.email])
            let path = "/auth/ways-in/" + (try #require(link["id"], "\(link)"))
            #expect(try await person.ask(.delete, path, token: token).status == 204)
            #expect(Self.recipients(of: "provider-unlinked", in: person) == [Self.thief, FactorPerson.email])
            try Self.expectWayOut(of: ["provider-linked", "provider-unlinked"], in: person)
        }
    }

    /// Letters lead to the page of this server on which a password is chosen by mail.
    private static func expectWayOut(of templates: [String], in person: FactorPerson) throws {
        let letters = person.mail.messages.filter { templates.contains($0.template.name) }
        #expect(letters.count == 2 * templates.count)
        for letter in letters {
            #expect(letter.values["recover"] == ComposedServer.address + "/recover")
            #expect(
                letter.values["from"] != nil && letter.texts["time"]?.english.hasSuffix("UTC") == true,
                "\(letter.values)")
        }
    }

    @Test("Operators find it by the address that its owner knows", .requirement("OPS-06", "DATA-02"))
    func operatorsFindItByTheAddressBefore() async throws {
        let (person, date, operators) = (person, date, operators)
        let sweeps = server.plugins.values(of: Sweeps.self).filter { $0.id == "account-letters" }
        let database = server.database
        try await server.run {
            let token = try await person.register()
            await operators.run("accounts", "verify", FactorPerson.email)
            try await Self.change(by: token, person)
            for verb in ["show", "suspend"] {
                let told = await operators.run("accounts", verb, FactorPerson.email)
                #expect(told.contains("\(FactorPerson.email) is kept for") && told.contains(Self.thief))
            }
            for sweep in sweeps { try await database.write(.soon, sweep.body) }
            #expect(Self.recipients(of: "account-suspended", in: person) == [Self.thief, FactorPerson.email])
            date.advance(by: .seconds(7 * 86_400))
            #expect(await operators.run("accounts", "show", Self.thief).contains("Suspended"))
        }
    }
}
