import CommentsServiceAPI
import CoreModels
import FeedServiceAPI
import FoundationEssentials
import HTTPServingAPI
import HTTPServingLoopback
import HTTPTransportAPI
import HTTPTypes
import KernelTesting
import MailAPI
import MailTesting
import SQLStoreAPI
import SQLStoreTesting
import ServerTesting
import Testing

/// A session that ends between the moment its request was let in and the one at which
/// that is written: whatever lasts asks once more where it is written.
///
/// Here the tables know that the session is over, and what answers requests hasn't heard.
struct OvertakenSessionTests {
    private let folder: TemporaryFolder
    private let server: ComposedServer
    private let overtaken: OvertakenSession

    init() throws {
        folder = try TemporaryFolder()
        let date = ManualDate()
        server = try ComposedServer(
            folder: folder.path, date: date,
            settings: ["limits.enabled": "false", "server.public_url": ComposedServer.address])
        overtaken = OvertakenSession(
            person: FactorPerson(server: server, date: date), date: date, database: server.database,
            images: server.images, comments: server.comments)
    }

    @Test(.requirement("SESS-07", "MFA-03", "OPS-06", "DATA-04")) func nothingThatLastsIsWrittenForIt() async throws {
        let overtaken = overtaken
        try await server.run {
            let token = try await overtaken.member(), secret = try await overtaken.person.begin(token)
            try await overtaken.check(try await overtaken.wishes(token, secret), token)
        }
    }

    /// With a factor in force, which is asked for as well.
    @Test(.requirement("SESS-07", "MFA-03")) func norIsAnythingOfAFactorInForce() async throws {
        let overtaken = overtaken
        try await server.run {
            let token = try await overtaken.member(), secret = try await overtaken.person.begin(token)
            _ = try await overtaken.person.turnOn(secret, token)
            let wishes = [
                try Wish(.post, "/auth/factors/recovery-codes"), try Wish(.delete, "/auth/factors/authenticator"),
            ]
            try await overtaken.check(wishes, token)
        }
    }
}

/// What somebody asks for.
private struct Wish: Sendable {
    let method: HTTPMethod
    let path: String
    var body: (type: String, data: Data)?

    init(_ method: HTTPMethod, _ path: String, _ members: [String: String]? = nil) throws {
        self.method = method
        self.path = path
        body = try members.map { (type: "application/json", data: try JSONEncoder().encode($0)) }
    }
}

/// A person whose session is over by the tables alone.
private struct OvertakenSession: Sendable {
    let person: FactorPerson
    let date: ManualDate
    let database: FailingDatabase
    let images: any ImagePublishing
    let comments: any CommentPublishing

    /// Each is refused while the session is over, and each is done once it isn't.
    func check(_ wishes: [Wish], _ token: String) async throws {
        // It is remembered as one that runs.
        #expect(try await person.ask(.get, "/auth/me", token: token).status == 200)
        try await end(true)
        for wish in wishes {
            let before = try await KeptRows(in: database), answer = try await send(wish, token)
            #expect(
                answer.status == 401 && answer.code == "session_ended",
                "\(wish.method) \(wish.path): \(answer.status) \(answer.code ?? "")")
            #expect(try await KeptRows(in: database) == before, "\(wish.method) \(wish.path)")
        }
        try await end(false)
        for wish in wishes {
            let answer = try await send(wish, token)
            #expect(
                (200..<300).contains(answer.status),
                "\(wish.method) \(wish.path): \(answer.status) \(answer.code ?? "")")
        }
    }

    private func end(_ isOver: Bool) async throws {
        let time = isOver ? date.value : nil
        try await database.write { db in try db.run("UPDATE sessions SET ended_at = \(time)") }
    }

    func wishes(_ token: String, _ secret: String) async throws -> [Wish] {
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
        let document = try #require(try await person.ask(.get, "/openapi.json").body)
        picture.body = Operation.all(in: document).first { $0.method == .post && $0.path == "/feed" }?.body
        let asked = try await person.ask(
            .post, "/auth/address", ["email": "cleo@example.net"], token: token)
        #expect(asked.status == 202)
        let code = try #require(person.mail.messages.last { $0.recipient.description == "cleo@example.net" })
        return [
            try Wish(.put, "/auth/me/name", ["name": "Cleopatra"]), picture,
            try Wish(.delete, "/feed/\(mine)"),
            try Wish(.post, "/image/\(other)/comments", ["message": "Good"]),
            try Wish(.delete, "/image/\(other)/comments/\(comment)"),
            try Wish(.post, "/auth/reauthentication", ["password": FactorPerson.password]),
            try Wish(.post, "/auth/address/confirmation", ["code": try #require(code.values["code"])]),
            try Wish(.post, "/auth/factors/authenticator/confirmation", ["code": try person.code(secret)]),
            // It ends the session.
            try Wish(.post, "/auth/me/deletion"),
        ]
    }

    func member() async throws -> String {
        let token = try await person.register()
        let letter = try #require(person.mail.messages.first { $0.template.name == "verification" })
        let proof = ["code": try #require(letter.values["code"])]
        #expect(try await person.ask(.post, "/auth/verification", proof, token: token).status == 200)
        return token
    }

    private func send(_ wish: Wish, _ token: String) async throws -> FactorPerson.Answer {
        var fields: HTTPFields = [.authorization: "Bearer " + token]
        if let body = wish.body { fields[.contentType] = body.type }
        return try FactorPerson.Answer(
            try await person.transport.send(
                HTTPRequest(
                    method: wish.method, url: try #require(URL(string: ComposedServer.address + wish.path)),
                    fields: fields, body: wish.body.map { .bytes($0.data) })))
    }
}
