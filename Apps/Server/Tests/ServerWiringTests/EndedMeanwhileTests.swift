import CoreModels
import FeedServiceAPI
import FoundationEssentials
import HTTPServingAPI
import HTTPServingMicroHTTPD
import HTTPServingTesting
import HTTPTypes
import KernelTesting
import MailAPI
import MailTesting
import PluginKit
import SQLStoreAPI
import SQLStoreTesting
import ServerTesting
import Testing

/// A thief whose session ends keeps nothing of what they began: whoever keeps the body
/// of a request back until then is refused, at every route.
struct EndedMeanwhileTests {
    private let folder: TemporaryFolder
    private let server: ComposedServer
    private let held: HeldRequests

    init() throws {
        folder = try TemporaryFolder()
        let date = ManualDate()
        server = try ComposedServer(
            folder: folder.path, date: date,
            settings: [
                "limits.enabled": "false", "recovery.captcha_after": "0", "server.public_url": ComposedServer.address,
            ])
        held = HeldRequests(
            person: FactorPerson(server: server, date: date), operators: try OperatorsDesk(of: server, at: date),
            database: server.database, images: server.images, responder: server.responder)
    }

    @Test(.requirement("SESS-04", "SESS-07", "OPS-06", "MFA-03", "DATA-04"), arguments: HeldRequests.End.allCases)
    func nothingIsDoneForASessionThatEndedBeforeTheBodyCame(end: HeldRequests.End) async throws {
        let held = held
        try await server.run { try await held.expectNothing(after: end) }
    }
}

/// Two sessions of one person, of which one holds requests back.
struct HeldRequests: Sendable {
    let person: FactorPerson
    let operators: OperatorsDesk
    let database: FailingDatabase
    let images: any ImagePublishing
    let responder: any HTTPResponding

    enum End: String, CaseIterable, CustomTestStringConvertible, Sendable {
        case ended, allOthersEnded, recovered, suspended, passwordChanged, accountDeleted

        var testDescription: String { rawValue }
    }

    /// Holds a request to each route that takes a session and a body, ends the session, and
    /// lets them go on.
    func expectNothing(after end: End) async throws {
        let mine = try await person.member()
        let theirs = try #require(try await person.logIn().token), picture = try await publish()
        let document = try #require(try await person.ask(.get, "/openapi.json").body)
        let operations = Operation.all(in: document).filter { $0.takesSession && $0.body != nil }
        #expect(operations.count >= 18, "the description can't be read")
        try await listening { port in
            var held: [(operation: Operation, request: HeldRequest)] = []
            for operation in operations {
                let request = try await Self.hold(operation, picture, token: theirs, port: port)
                let status = await request.firstStatus()
                #expect(status == 100, "\(operation.method) \(operation.path) is answered without its body")
                held.append((operation, request))
            }
            try await bring(end, of: theirs, by: mine)
            let before = try await KeptRows(in: database)
            for (operation, request) in held {
                let answer = await request.finish()
                #expect(
                    answer.status == 401 && answer.text.contains("session_ended"),
                    "\(operation.method) \(operation.path): \(answer)")
            }
            #expect(try await KeptRows(in: database) == before, "something was kept")
        }
    }

    private func bring(_ end: End, of theirs: String, by mine: String) async throws {
        switch end {
        case .ended:
            let sessions = try await person.ask(.get, "/auth/sessions", token: theirs)
            guard case .array(let items) = sessions.body?["items"],
                let id = items.first(where: { $0["current"] == .boolean(true) })?["id"]?.string
            else { throw CancellationError() }
            #expect(try await person.ask(.delete, "/auth/sessions/\(id)", token: mine).status == 204)
        case .allOthersEnded: #expect(try await person.ask(.delete, "/auth/sessions", token: mine).status == 204)
        case .recovered: try await person.resetPassword()
        case .accountDeleted: #expect(try await person.ask(.post, "/auth/me/deletion", token: mine).status == 202)
        case .suspended: await operators.run("accounts", "suspend", FactorPerson.email)
        case .passwordChanged:
            let change = [
                "current_password": FactorPerson.password, "new_password": FactorPerson.otherPassword,
            ]
            #expect(try await person.ask(.post, "/auth/password/change", change, token: mine).status == 200)
        }
    }

    private static func hold(
        _ operation: Operation, _ picture: String, token: String, port: Int
    ) async throws -> HeldRequest {
        let body = try #require(operation.body)
        let path = operation.path.replacing(/\{[a-z]+\}/, with: picture)
        return try await HeldRequest(
            "\(operation.method) \(path)", "Content-Type: \(body.type)\r\nAuthorization: Bearer \(token)\r\n",
            body: body.data, port: port)
    }

    /// Puts the server behind a real socket while `body` asks.
    private func listening(_ body: (_ port: Int) async throws -> Void) async throws {
        let responder = responder
        let assembly = HTTPServingPlugin.assemble(
            .init(
                settings: HTTPServerSettings(host: "127.0.0.1", port: 0, eventLoops: 1),
                observer: RequestObserverSpy(), makeRequestID: { "held" }, makeResponder: { responder }))
        let service = try #require(assembly.services.first)
        try await service.start()
        let outcome: Result<Void, any Error>
        do {
            outcome = .success(try await body(try #require(assembly.exports.server.addresses.first).port))
        } catch {
            outcome = .failure(error)
        }
        await service.stop()
        try outcome.get()
    }

    /// A picture for everybody.
    private func publish() async throws -> String {
        let id = ImageID(UUID())
        try await images.publish(
            NewImage(
                id: id, content: Operation.picture, description: nil, location: nil, visibility: .everyone,
                author: UserID(UUID()), createdAt: Date(timeIntervalSince1970: 0)))
        return "\(id)"
    }
}

extension Operation {
    /// Whether it is, or may be, asked with credentials.
    var takesSession: Bool { description["security"] != nil }
}
