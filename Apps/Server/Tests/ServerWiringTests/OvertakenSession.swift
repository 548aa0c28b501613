import CommentsServiceAPI
import CoreModels
import CryptographyAPI
import CryptographyTesting
import ExternalProvidersTesting
import FeedServiceAPI
import FoundationEssentials
import HTTPServingAPI
import HTTPServingLoopback
import HTTPTransportAPI
import HTTPTypes
import KernelTesting
import MailAPI
import MailTesting
import PasskeysTesting
import SQLStoreAPI
import SQLStoreTesting
import ServerTesting
import Testing

/// What a person has who asks for something while the session ends.
enum OvertakenScene: String, CaseIterable, CustomTestStringConvertible, Sendable {
    case account, pictures, factorBegun, factorInForce, passkeys, linking, unlinking, devices, sessions, password,
        administration

    var testDescription: String { rawValue }
}

/// A person whose session is over by the tables alone.
struct OvertakenSession: Sendable {
    let person: FactorPerson
    let date: ManualDate
    let database: FailingDatabase
    private let scene: OvertakenScene
    private let images: any ImagePublishing
    private let comments: any CommentPublishing
    private let provider: ScriptedProvider?
    /// It is there for as long as somebody asks.
    private let folder: TemporaryFolder

    /// A server with all that the scene takes, and the person who asks it.
    static func compose(_ scene: OvertakenScene) throws -> (server: ComposedServer, session: OvertakenSession) {
        let date = ManualDate(), folder = try TemporaryFolder()
        var settings = ["limits.enabled": "false", "server.public_url": ComposedServer.address]
        var provider: ScriptedProvider?
        if [.linking, .unlinking].contains(scene) {
            let scripted = try ScriptedProvider(now: date.now), secret = folder.path(of: "secret")
            try Data(scripted.secret.utf8).write(to: URL(filePath: secret))
            settings["providers.acme.issuer"] = scripted.issuer
            settings["providers.acme.client_id"] = scripted.clientID
            settings["providers.acme.client_secret_file"] = secret
            provider = scripted
        }
        let server = try ComposedServer(
            folder: folder.path, date: date, settings: settings, transport: provider?.transport)
        let session = OvertakenSession(
            person: FactorPerson(server: server, date: date), date: date, database: server.database, scene: scene,
            images: server.images, comments: server.comments, provider: provider, folder: folder)
        return (server, session)
    }

    /// Somebody with a proved address.
    func member() async throws -> String { try await person.member() }

    func operations() async throws -> [Operation] {
        Operation.all(in: try #require(try await person.ask(.get, "/openapi.json").body))
    }

    func send(_ wish: Wish, _ token: String) async throws -> FactorPerson.Answer {
        var fields: HTTPFields = [.authorization: "Bearer " + token]
        if let body = wish.body { fields[.contentType] = body.type }
        return try FactorPerson.Answer(
            try await person.transport.send(
                HTTPRequest(
                    method: wish.method, url: try #require(URL(string: ComposedServer.address + wish.path)),
                    fields: fields, body: wish.body.map { .bytes($0.data) })))
    }

    /// What can be asked for in the scene, in an order in which each can be done.
    func wishes(_ token: String) async throws -> [Wish] {
        switch scene {
        case .account: try await account(token)
        case .pictures: try await pictures(token)
        case .factorBegun:
            [
                try Wish(
                    .post, "/auth/factors/authenticator/confirmation",
                    ["code": try person.code(try await person.begin(token))])
            ]
        case .factorInForce: try await factorInForce(token)
        case .passkeys: try await passkeys(token)
        case .linking: [try Wish(.post, "/auth/ways-in", ["attempt": try await offer(token)])]
        case .unlinking:
            [
                try Wish(
                    .delete, "/auth/ways-in/\(try await linked(token))", of: "/auth/ways-in/{id}")
            ]
        case .devices: try await devices()
        case .sessions: try await sessions()
        case .administration: try await administration()
        case .password:
            [
                try Wish(
                    .post, "/auth/password/change",
                    ["current_password": FactorPerson.password, "new_password": FactorPerson.otherPassword]
                ).refused(with: "authentication_required")
            ]
        }
    }

    private func administration() async throws -> [Wish] {
        let token = "an invitation", digest = try Cryptography.real().hashing.sha256(Data(token.utf8))
        let end = date.value.addingTimeInterval(86_400)
        try await database.write { db in
            try db.run("INSERT INTO administrator_invitations (digest, expires_at) VALUES (\(digest), \(end))")
        }
        return [try Wish(.post, "/auth/administrator", ["token": token])]
    }

    // MARK: The account

    private func account(_ token: String) async throws -> [Wish] {
        let asked = try await person.ask(.post, "/auth/address", ["email": "cleo@example.net"], token: token)
        #expect(asked.status == 202)
        let code = try #require(person.mail.messages.last { $0.recipient.description == "cleo@example.net" })
        return [
            try Wish(.put, "/auth/me/name", ["name": "Cleopatra"]),
            try Wish(.post, "/auth/reauthentication", ["password": FactorPerson.password]),
            try Wish(.post, "/auth/device-findings", ["kind": "traced"]),
            Wish(.post, "/auth/notices/seen", json: Data(#"{"id":0}"#.utf8)),
            try Wish(.post, "/auth/factors/authenticator"),
            try Wish(.post, "/auth/address/confirmation", ["code": try #require(code.values["code"])]),
            try Wish(.post, "/auth/address", ["email": "cleopatra@example.net"]),
            // It ends the session.
            try Wish(.post, "/auth/me/deletion"),
        ]
    }

    private func factorInForce(_ token: String) async throws -> [Wish] {
        _ = try await person.turnOn(try await person.begin(token), token)
        return [
            try Wish(.delete, "/auth/factors/loss"), try Wish(.post, "/auth/factors/recovery-codes"),
            try Wish(.delete, "/auth/factors/authenticator"),
        ]
    }

    private func pictures(_ token: String) async throws -> [Wish] {
        let me = try #require(try await person.ask(.get, "/auth/me", token: token)["id"].flatMap { UserID($0) })
        let (mine, other) = (ImageID(UUID()), ImageID(UUID())), comment = CommentID(UUID())
        for (id, author) in [(mine, me), (other, UserID(UUID()))] {
            try await images.publish(
                NewImage(
                    id: id, content: Operation.picture, description: nil, location: nil, visibility: .everyone,
                    author: author, createdAt: date.value))
        }
        try await comments.publish(comment, message: "Hello", on: other, by: me, at: date.value)
        var picture = try Wish(.post, "/feed")
        picture.body = try await body(of: picture.route)
        return [
            picture, try Wish(.delete, "/feed/\(mine)", of: "/feed/{id}"),
            try Wish(.post, "/image/\(other)/comments", of: "/image/{id}/comments", ["message": "Good"]),
            try Wish(
                .delete, "/image/\(other)/comments/\(comment)", of: "/image/{id}/comments/{comment}"),
        ]
    }

    // MARK: Ways in

    private func passkeys(_ token: String) async throws -> [Wish] {
        let own = ScriptedAuthenticator(try .real())
        let added = try FactorPerson.Answer(
            try await person.send(.post, "/auth/passkeys", try await addition(to: own, token), token: token))
        let id = try #require(added["id"], "\(added)")
        let other = try await addition(to: ScriptedAuthenticator(try .real()), token)
        let question = try await person.send(.post, "/auth/reauthentication/passkey/question", token: token)
        let answer = try #require(
            try own.answer(String(decoding: question.body, as: UTF8.self), .init(at: ComposedServer.address)))
        return [
            Wish(.post, "/auth/passkeys", json: Data(other.utf8)),
            Wish(.post, "/auth/reauthentication/passkey", json: Data(#"{"credential":\#(answer)}"#.utf8)),
            try Wish(.post, "/auth/passkeys/\(id)/name", of: "/auth/passkeys/{id}/name", ["name": "Desk"]),
            try Wish(.delete, "/auth/passkeys/\(id)", of: "/auth/passkeys/{id}"),
        ]
    }

    private func addition(to authenticator: ScriptedAuthenticator, _ token: String) async throws -> String {
        let question = try await person.send(.post, "/auth/passkeys/new/question", token: token)
        let made = try authenticator.make(
            String(decoding: question.body, as: UTF8.self), .init(at: ComposedServer.address))
        return #"{"name":"Telephone","credential":\#(made)}"#
    }

    /// What a provider offers to add to the account.
    private func offer(_ token: String) async throws -> String {
        let begun = try await person.ask(.post, "/auth/providers/acme/attempts", token: token)
        let address = try #require(begun["address"]), comeBack = try #require(try provider?.authorize(address))
        let answer = [
            "attempt": try #require(begun["attempt"]), "provider": "acme", "state": comeBack.state,
            "code": comeBack.code,
        ]
        let offer = try await person.ask(.post, "/auth/providers/answer", answer, token: token)
        return try #require(offer.body?["offer"]?["attempt"]?.string, "\(offer)")
    }

    private func linked(_ token: String) async throws -> String {
        let link = try await person.ask(.post, "/auth/ways-in", ["attempt": try await offer(token)], token: token)
        return try #require(link["id"], "\(link)")
    }

    // MARK: Other devices

    private func devices() async throws -> [Wish] {
        var program = try Wish(.post, "/auth/login/browser/codes")
        program.body = try await body(of: program.route)
        // That no device waits with the code is found out where it is written.
        let code = ["user_code": "BBBB-BBBB"]
        return [
            program.refused(with: "login_code_refused"),
            try Wish(.post, "/auth/login/device/approval", code).refused(with: "expired_token", 400).answered(404),
            try Wish(.post, "/auth/login/device/refusal", code).answered(404),
        ]
    }

    private func sessions() async throws -> [Wish] {
        let token = try #require(try await person.logIn().token)
        let sessions = try await person.ask(.get, "/auth/sessions", token: token)
        guard case .array(let items) = sessions.body?["items"],
            let id = items.first(where: { $0["current"] == .boolean(true) })?["id"]?.string
        else { throw CancellationError() }
        return [
            try Wish(.post, "/auth/sessions/\(id)/confirm", of: "/auth/sessions/{id}/confirm").answered(204, 404),
            try Wish(.delete, "/auth/sessions/\(id)", of: "/auth/sessions/{id}"),
            try Wish(.delete, "/auth/sessions"),
        ]
    }

    /// A body that a route can read, as the description has it.
    private func body(of route: String) async throws -> (type: String, data: Data)? {
        try await operations().first { "\($0.method) \($0.path)" == route }?.body
    }
}
