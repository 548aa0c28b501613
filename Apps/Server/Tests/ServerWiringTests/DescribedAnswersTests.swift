import CoreModels
import FeedServiceAPI
import FoundationEssentials
import HTTPServingAPI
import HTTPServingLoopback
import HTTPServingTesting
import HTTPTransportAPI
import HTTPTypes
import KernelTesting
import MailAPI
import MailTesting
import SQLStoreAPI
import SQLStoreTesting
import ServerTesting
import Testing

/// Whatever the server can be made to answer stands in its description.
struct DescribedAnswersTests {
    private let folder: TemporaryFolder
    private let server: ComposedServer

    init() throws {
        folder = try TemporaryFolder()
        server = try ComposedServer(folder: folder.path, date: ManualDate())
    }

    @Test func whatCanBeProvokedIsDescribed() async throws {
        let asking = Asking(server: server)
        let (document, answers) = try await server.run {
            let document = try await asking.document()
            return (document, try await asking.answers(of: Operation.all(in: document)))
        }
        #expect(answers.count > 400, "the description can't be read")
        var check = SchemaCheck(document: document)
        for answer in answers { check.answer(answer) }
        #expect(check.problems == [])
        let seen = Set(answers.map(\.status))
        #expect(seen.isSuperset(of: [200, 204, 400, 401, 404, 412, 413, 415, 416, 422, 503, 507]), "\(seen.sorted())")
    }

    /// RFC 6750, section 3.1: a token that doesn't hold is refused, also where none
    /// is needed.
    @Test(arguments: ["/feed", "/feed/{id}", "/image/{id}", "/image/{id}/comments"])
    func credentialsThatDoNotHoldAreRefusedWhereverTheyAreTaken(path: String) async throws {
        let asking = Asking(server: server)
        let answers = try await server.run {
            let picture = try await asking.publish()
            var request = Asked(.get, path.replacing("{id}", with: picture))
            let without = try await asking.ask(request)
            request.fields[.authorization] = "Bearer nonsense"
            return (without, try await asking.ask(request))
        }
        #expect(answers.0.status == 200)
        #expect(answers.1.status == 401 && answers.1.body?["code"] == "invalid_token")
        #expect(answers.1.challenge?.contains("error=\"invalid_token\"") == true)
    }
}

/// An operation of the description.
struct Operation: Sendable {
    let method: HTTPMethod
    let path: String
    let description: JSONValue

    /// What can be published.
    static let picture = Asking.picture

    static func all(in document: JSONValue) -> [Operation] {
        guard case .object(let paths) = document["paths"] else { return [] }
        return paths.flatMap { path in
            guard case .object(let methods) = path.value else { return [Operation]() }
            return methods.map { method in
                Operation(
                    method: HTTPMethod(rawValue: method.name.uppercased()), path: path.name,
                    description: method.value)
            }
        }
    }

    /// A body that the route can read, and its type.
    var body: (type: String, data: Data)? {
        guard case .object(let contents) = description["requestBody"]?["content"], let content = contents.first
        else { return nil }
        switch content.name {
        case "application/json":
            return (content.name, Data((content.value["example"] ?? .object([])).text.utf8))
        case "multipart/form-data":
            return (
                content.name + "; boundary=b",
                Data("--b\r\nContent-Disposition: form-data; name=\"image\"; filename=\"a\"\r\n\r\n".utf8)
                    + Asking.picture + Data("\r\n--b--\r\n".utf8)
            )
        default: return (content.name, Data("token=nonsense".utf8))
        }
    }
}

/// A request, and how the database stands when it comes.
struct Asked: Sendable {
    let method: HTTPMethod
    var path: String
    var fields: HTTPFields = [:]
    var body: Data?
    var failure: (reads: SQLError?, writes: SQLError)?

    init(_ method: HTTPMethod, _ path: String) {
        self.method = method
        self.path = path
    }
}

/// An answer to one of the requests that an operation gets.
struct Answered: Sendable {
    var operation: Operation?
    /// What was asked, for who reads a failure.
    let about: String
    let status: Int
    let type: String?
    let challenge: String?
    let body: JSONValue?
}

/// Asks a server what it should refuse, and what not.
private struct Asking: Sendable {
    let transport: LoopbackTransport
    let database: FailingDatabase
    let mail: MailSpy
    let images: any ImagePublishing

    init(server: ComposedServer) {
        transport = server.transport
        database = server.database
        mail = server.mail
        images = server.images
    }

    func document() async throws -> JSONValue {
        try #require(try await ask(Asked(.get, "/openapi.json")).body)
    }

    func answers(of operations: [Operation]) async throws -> [Answered] {
        let token = try await makeMember(), picture = try await publish()
        var answers: [Answered] = []
        // What deletes the account comes last: nobody is logged in then.
        let last = operations.filter { $0.path.hasSuffix("/me/deletion") }
        for operation in operations.filter({ !$0.path.hasSuffix("/me/deletion") }) + last {
            for request in requests(of: operation, token: token, picture: picture) {
                var answer = try await ask(request)
                answer.operation = operation
                answers.append(answer)
            }
        }
        return answers
    }

    private func requests(of operation: Operation, token: String, picture: String) -> [Asked] {
        let unknown = operation.path.replacing(/\{[a-z]+\}/, with: "2f1b7d0c-6a4e-4a0e-9a39-0f2b6c6f6f11")
        var plain = Asked(operation.method, unknown)
        if let body = operation.body {
            plain.body = body.data
            plain.fields[.contentType] = body.type
        }
        let isBody = [HTTPMethod.post, .put, .patch].contains(operation.method)
        func with(_ change: (inout Asked) -> Void) -> Asked {
            var request = plain
            change(&request)
            return request
        }
        let refused = [plain, with { $0.fields[.authorization] = "Bearer nonsense" }]
        plain.fields[.authorization] = "Bearer " + token
        let known = operation.path.replacing("{id}", with: picture).replacing("{comment}", with: picture)
        var requests =
            refused + [
                plain, with { $0.path = known }, with { $0.path += "?limit=0&w=0&after_id=x&token=x" },
                with { $0.path = known + "?limit=0&w=0&after_id=x" },
            ]
        if unknown != operation.path {
            requests += [with { $0.path = operation.path.replacing(/\{[a-z]+\}/, with: "%FF") }]
        }
        if operation.method == .get {
            requests += [
                with { ($0.path, $0.fields["If-Match"]) = (known, "\"other\"") },
                with { ($0.path, $0.fields["Range"]) = (known, "bytes=99999999-") },
            ]
        } else {
            requests += [
                with { $0.fields["Idempotency-Key"] = "two words" }, with { $0.fields["Idempotency-Key"] = "k" },
                with { ($0.fields["Idempotency-Key"], $0.path) = ("k", known + "?other") },
            ]
        }
        if isBody {
            requests += [
                with { $0.body = Data(count: 12 << 20) },
                with { ($0.fields["Content-Encoding"], $0.body) = ("gzip", $0.body ?? Data("a".utf8)) },
            ]
        }
        if operation.body != nil {
            requests += [
                with { $0.fields[.contentType] = "text/plain" }, with { $0.body = Data("{".utf8) },
                with { $0.body = Data("{}".utf8) },
            ]
        }
        let full = SQLError(.diskFull, "it fails for this test")
        for failure in [(nil, full), (nil, SQLError(.busy, "it waits")), (SQLError(.unavailable, "gone"), full)] {
            requests += [unknown, known].map { path in
                with {
                    $0.path = path
                    $0.failure = failure
                }
            }
        }
        return requests
    }

    func ask(_ asked: Asked) async throws -> Answered {
        database.failReads(with: asked.failure?.reads)
        database.failWrites(with: asked.failure?.writes)
        let answer = try await transport.stream(
            HTTPRequest(
                method: asked.method, url: try #require(URL(string: ComposedServer.address + asked.path)),
                fields: asked.fields, body: asked.body.map { .bytes($0) }))
        let type = answer.fields[.contentType].flatMap { MediaType(contentType: $0) }?.description
        var data = Data()
        // A stream of events wouldn't end.
        if type?.hasSuffix("json") == true { for try await chunk in answer.body { data.append(chunk) } }
        database.failReads(with: nil)
        database.failWrites(with: nil)
        return Answered(
            about: "\(asked.method) \(asked.path)\(asked.failure.map { " with \($0.reads ?? $0.writes)" } ?? "")",
            status: answer.status.rawValue, type: type, challenge: answer.fields[.wwwAuthenticate],
            body: data.isEmpty ? nil : try JSONDecoder().decode(ReadJSON.self, from: data).value)
    }

    /// Somebody who has proved the address.
    private func makeMember() async throws -> String {
        let person = #"{"name":"Cleo","email":"cleo@example.com","password":"nine purple lamp shades"}"#
        let registered = try await post("/auth/register", person)
        guard case .string(let token) = registered.body?["token"]?["access_token"] else { throw CancellationError() }
        let code = try #require(mail.messages.last?.values["code"])
        let confirmed = try await post("/auth/verification", #"{"code":"\#(code)"}"#, token: token)
        try #require(confirmed.status == 200)
        return token
    }

    private func post(_ path: String, _ body: String, token: String? = nil) async throws -> Answered {
        var request = Asked(.post, path)
        request.fields[.contentType] = "application/json"
        if let token { request.fields[.authorization] = "Bearer " + token }
        request.body = Data(body.utf8)
        return try await ask(request)
    }

    /// A picture for everybody.
    func publish() async throws -> String {
        let id = ImageID(UUID())
        try await images.publish(
            NewImage(
                id: id, content: Self.picture, description: nil, location: nil, visibility: .everyone,
                author: UserID(UUID()), createdAt: Date(timeIntervalSince1970: 0)))
        return "\(id)"
    }

    /// A PNG of one pixel.
    static let picture =
        Data(
            base64Encoded:
                "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==")
        ?? Data()
}
