import CryptographyAPI
import CryptographyTesting
import FoundationEssentials
import HTTPServingLoopback
import HTTPTransportAPI
import HTTPTypes
import KernelTesting
import MailAPI
import MailTesting
import PlacesTesting
import PluginKit
import SQLStoreAPI
import SQLStoreTesting
import ServerTesting

/// Today's server over the data that a release left behind.
enum ReleasedServer {
    /// Invites an address as a command does.
    private static func invite(_ address: String, at now: Date, in database: any SQLDatabase) async throws {
        let end = now.addingTimeInterval(86_400)
        try await database.write { db in
            try db.run(
                """
                INSERT INTO invitations (user_id, email, canonical_email, invited_at, expires_at, letter_due_at)
                VALUES ('00000000-0000-4000-8000-0000000000ff', \(address), \(address), \(now), \(end), \(now))
                """)
        }
    }

    /// Asks what a fixture asks, in a copy of the data of its own.
    static func answer(to released: ReleasedFixture) async throws -> HTTPResponse {
        let fixture = released.fixture
        let folder = try TemporaryFolder()
        let release = try release(for: released)
        try await copy(release, to: folder)
        let date = ManualDate(try fixture.server?.time ?? time(of: release))
        var settings = fixture.server?.settings ?? [:]
        if fixture.server?.knowsPlaces == true {
            settings["places.file"] = folder.path(of: "places.mmdb")
            settings["server.trusted_proxies"] = "127.0.0.1"
            try Data(PlaceFileWriter.cities.bytes).write(to: URL(filePath: folder.path(of: "places.mmdb")))
        }
        let server = try ComposedServer.released(folder: folder.path, date: date, settings: settings)
        let sweeps = server.plugins.values(of: Sweeps.self)
        return try await server.run { [transport = server.transport, database = server.database, mail = server.mail] in
            if let invitation = fixture.server?.invitation {
                let digest = try Cryptography.real().hashing.sha256(Data(invitation.utf8)), now = date.value
                try await database.write { db in
                    try db.run(
                        """
                        INSERT INTO administrator_invitations (digest, expires_at)
                        VALUES (\(digest), \(now.addingTimeInterval(86_400)))
                        """)
                }
            }
            if let invited = fixture.server?.invited {
                try await invite(invited, at: date.value, in: database)
                for sweep in sweeps where sweep.id == "invitations" { try await database.write(.soon, sweep.body) }
            }
            var kept = KeptValues(at: date.value) {
                mail.messages.last { $0.values["code"] != nil }?.values["code"]
            } mailedToken: {
                mail.messages.last { $0.values["url"] != nil }?.values["url"]?.split(separator: "?token=").last
                    .map(String.init)
            }
            for request in fixture.before ?? [] {
                for _ in 0..<(request.times ?? 1) {
                    try kept.keep(request.keep, of: try await transport.send(kept.filled(request)))
                }
            }
            if fixture.server?.databaseFails == true {
                let error = SQLError(.diskFull, "it fails for this fixture")
                database.failReads(with: error)
                database.failWrites(with: error)
            }
            guard fixture.server?.signsTrail == true else {
                return try await answer(to: fixture.request, kept, over: transport)
            }
            // Until it is on disk for good, none is shown.
            for _ in 0..<1_000 {
                for sweep in sweeps where sweep.id.hasPrefix("audit") { try await database.write(.soon, sweep.body) }
                let answer = try await answer(to: fixture.request, kept, over: transport)
                if answer.status != .serviceUnavailable { return answer }
            }
            throw CancellationError()
        }
    }

    /// The tag of a page names its bytes, which grow with the wire: who shows a
    /// released one gets the page and its tag of today once, and goes on with that.
    private static func answer(
        to released: Fixture.Request, _ kept: KeptValues, over transport: LoopbackTransport
    ) async throws -> HTTPResponse {
        var request = released
        var answer = try await transport.send(kept.filled(request))
        while released.isForPage, released.headers?["If-None-Match"] != nil, answer.status == .ok {
            request.headers?["If-None-Match"] = answer.fields[.eTag]
            answer = try await transport.send(request.http)
        }
        return answer
    }

    /// The release with whose data a fixture is answered: of those that aren't newer than it is, the
    /// newest that gave a token with which it asks, or the newest if none did.
    private static func release(for fixture: ReleasedFixture) throws -> String {
        func number(_ release: String) -> Int { Int(release.dropFirst()) ?? 0 }
        let candidates = Fixtures.releases.filter { number($0) <= number(fixture.release) }
            .sorted { number($0) > number($1) }
        guard let newest = candidates.first else { throw CancellationError() }
        let tokens = ((fixture.fixture.before ?? []) + [fixture.fixture.request]).compactMap(\.accessToken)
        return try candidates.first { release in
            let contents = String(
                decoding: try Fixtures.contents(of: "\(release)/\(Fixtures.onDisk)/contents.json"), as: UTF8.self)
            return tokens.contains { contents.contains($0) }
        } ?? newest
    }

    /// Has a server know where people reach it: there are passkeys only for an address.
    static let atItsAddress = ["server.public_url": ComposedServer.address]

    /// Puts the data of a release into a folder.
    static func copy(_ release: String, to folder: TemporaryFolder) async throws {
        let place = release + "/" + Fixtures.onDisk
        try FolderText.released(place + "/server.json").write(to: folder.path)
        let dump = String(decoding: try Fixtures.contents(of: place + "/database.sql"), as: UTF8.self)
        let database = folder.path(of: "essentiald.sqlite")
        let outcome = try await ChildProcess.run("sqlite3", ["-bail", database], input: dump)
        guard outcome.exit == .status(0) else { throw BrokenDump(reason: outcome.errorText) }
    }

    /// Two minutes after the last thing that happened in the data of a release.
    static func time(of release: String) throws -> Date {
        let contents = try JSON(Fixtures.contents(of: "\(release)/\(Fixtures.onDisk)/contents.json"))
        let time = contents.text("time").flatMap { try? Date.ISO8601FormatStyle().parse($0) }
        return (time ?? .distantPast).addingTimeInterval(120)
    }
}

/// `sqlite3` doesn't take what a release left behind.
struct BrokenDump: Error {
    let reason: String
}

extension Fixture.Request {
    /// Whether a page of the feed is asked for.
    var isForPage: Bool { method == "GET" && path.prefix { $0 != "?" } == "/feed" }

    /// The request as it is sent to the server.
    var http: HTTPRequest {
        get throws {
            guard let url = URL(string: ComposedServer.address + path) else { throw CancellationError() }
            var fields = HTTPFields()
            for (name, value) in headers ?? [:] { fields[HTTPFieldName(name)] = value }
            var content: Data?
            if let body { content = try body.data }
            if let text { content = Data(text.utf8) }
            if let padding { content = (content ?? Data()) + Data(repeating: UInt8(ascii: " "), count: padding) }
            return HTTPRequest(
                method: HTTPMethod(rawValue: method), url: url, fields: fields, body: content.map { .bytes($0) })
        }
    }
}

extension Fixture.Response {
    /// The fields that fixtures keep; the others are the same for every answer,
    /// and tested where they are added.
    private static let kept = [
        "Accept", "Accept-Encoding", "Accept-Ranges", "Allow", "Cache-Control", "Content-Language", "Content-Range",
        "Content-Type",
        "ETag", "RateLimit", "RateLimit-Policy", "Retry-After", "Vary", "WWW-Authenticate", "X-Request-ID",
    ]

    /// Takes down what a server answered.
    init(_ response: HTTPResponse) {
        status = response.status.rawValue
        headers = [:]
        for name in Self.kept { headers[name] = response.fields[HTTPFieldName(name)] }
        guard !response.body.isEmpty else { return }
        if let value = try? JSON(response.body) {
            body = value
        } else if let content = String(bytes: response.body, encoding: .utf8) {
            text = content
        } else {
            base64 = response.body.base64EncodedString()
        }
    }

    /// The answer as a client receives it.
    func http(body: JSON?) throws -> HTTPResponse {
        var fields = HTTPFields()
        for (name, value) in headers { fields[HTTPFieldName(name)] = value }
        var content = try body?.data ?? Data()
        if let text { content = Data(text.utf8) }
        if let base64 { content = Data(base64Encoded: base64) ?? Data() }
        return HTTPResponse(status: HTTPStatus(rawValue: status), fields: fields, body: content)
    }
}
