import CommentsServiceAPI
import CoreModels
import FeedAPI
import FeedClient
import FeedServiceAPI
import FoundationEssentials
import HTTPTransportAPI
import HTTPTypes
import KernelTesting
import MailAPI
import MailTesting
import SecureStorageAPI
import ServerTesting
import SessionsAPI
import Testing

/// Makes the data of a release: `ESSENTIAL_RECORD_DATA=v2 swift test --filter Recording`.
@Suite(.enabled(if: ProcessInfo.processInfo.environment["ESSENTIAL_RECORD_DATA"] != nil))
struct Recording {
    private let release = ProcessInfo.processInfo.environment["ESSENTIAL_RECORD_DATA"] ?? ""
    private let folder: TemporaryFolder
    private let date = ManualDate(Date(timeIntervalSince1970: 1_767_603_600))  // 2026-01-05 09:00:00 UTC

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test func whatTheServerKeeps() async throws {
        let server = try ComposedServer.released(folder: folder.path, date: date)
        let visit = Visit(server: server, date: date)
        let contents = try await server.run { try await visit.contents() }
        let dump = try await ChildProcess.run("sqlite3", [folder.path(of: "essentiald.sqlite"), ".dump"])
        try write(Data(dump.output), as: "database.sql")
        try write(FolderText(reading: folder.path) { !$0.hasPrefix("essentiald.sqlite") }.pretty, as: "server.json")
        try write(contents.pretty, as: "contents.json")
        try await whatTheClientKeeps(contents)
    }

    private func whatTheClientKeeps(_ contents: JSON) async throws {
        let session = try session(in: contents)
        for (name, protection) in [("vault", VaultProtection.keyFile), ("vault-with-passphrase", .passphrase)] {
            let device = ReleasedDevice(folder: try TemporaryFolder())
            try await device.sessions(protection).save(session)
            let isVault = { (path: String) in path.hasPrefix("vault/") }
            try write(FolderText(reading: device.folder.path, where: isVault).pretty, as: "\(name).json")
        }
        let device = ReleasedDevice(folder: try TemporaryFolder())
        let feed = try device.feed(now: ReleasedDevice.time)
        let images = try images(in: contents)
        try await feed.cache.save(images)
        for image in images { try await feed.imageCache.save(Visit.picture, for: image.url) }
        try write(FolderText(reading: device.folder.path).pretty, as: "cache.json")
    }

    private func session(in contents: JSON) throws -> StoredSession {
        guard case .object(let all) = contents, case .object(let sessions) = all["sessions_of_ana"],
            case .object(let open) = sessions["open"], let user = open["user"], let token = open["token"]
        else { throw CancellationError() }
        let decoder = WireCoding.decoder()
        return StoredSession(
            user: try decoder.decode(User.self, from: user.data),
            grant: try decoder.decode(TokenGrant.self, from: token.data), receivedAt: .now)
    }

    /// The pictures for everybody.
    private func images(in contents: JSON) throws -> [FeedImage] {
        guard case .object(let all) = contents, case .list(let pictures) = all["pictures"],
            case .text(let first) = pictures[0], case .text(let last) = pictures[2]
        else { throw CancellationError() }
        return try [(first, "A quay", "Harbour"), (last, nil, nil)].map { id, description, location in
            FeedImage(
                id: try #require(ImageID(id)), description: description, location: location,
                url: try #require(URL(string: "\(ComposedServer.address)/image/\(id)")))
        }
    }

    private func write(_ data: Data, as name: String) throws {
        let place = Fixtures.folder + "/\(release)/\(Fixtures.onDisk)"
        try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
        try data.write(to: URL(filePath: place + "/" + name), options: .withoutOverwriting)
    }
}

/// What people do at the server whose data are kept.
private struct Visit {
    let transport: any HTTPTransport
    let code: @Sendable () -> String
    let images: any ImagePublishing
    let comment: @Sendable (CommentID, ImageID) async throws -> Void
    let date: ManualDate

    init(server: ComposedServer, date: ManualDate) {
        transport = server.transport
        code = { [mail = server.mail] in mail.messages.last?.values["code"] ?? "" }
        images = server.images
        comment = { [comments = server.comments] id, image in
            try await comments.publish(
                id, message: "Old, and still here.", on: image, by: UserID(UUID()), at: date.value)
        }
        self.date = date
    }

    /// Ana has proved her address, Ben has not; Ana's sessions show how
    /// sessions end and renew; one picture of three is for members.
    func contents() async throws -> JSON {
        let ana = try await post("/auth/register", Self.person("Ana"))
        let anasCode = code()
        _ = try await post("/auth/verification", ["code": .text(anasCode)], bearer: token(ana, "access_token"))
        date.advance(by: .seconds(60))
        let ben = try await post("/auth/register", Self.person("Ben"))
        let bensCode = code()
        let open = try await logIn("desk"), ended = try await logIn("train"), renewed = try await logIn("sofa")
        _ = try await post("/auth/logout", ["refresh_token": .text(token(ended, "refresh_token"))])
        let successor = try await post("/auth/refresh", ["refresh_token": .text(token(renewed, "refresh_token"))])
        let pictures = try await publish(author: ana)
        _ = try await post(
            "/image/\(pictures[0])/comments", ["message": .text("What a light!\n¡Qué luz!")],
            bearer: token(open, "access_token"))
        try await comment(CommentID(UUID()), pictures[0])
        return .object([
            "time": .text(date.value.formatted(.iso8601)),
            "password": .text(Self.password),
            "ana": .object(["registered": ana, "code": .text(anasCode)]),
            "ben": .object(["registered": ben, "code": .text(bensCode)]),
            "sessions_of_ana": .object([
                "open": open, "ended": ended, "renewed": renewed, "successor_of_renewed": successor,
            ]),
            "pictures": .list(pictures.map { .text("\($0)") }),
        ])
    }

    private static let password = "four green tea pots"

    private static func person(_ name: String) -> [String: JSON] {
        ["name": .text(name), "email": .text(name.lowercased() + "@example.com"), "password": .text(password)]
    }

    private func logIn(_ device: String) async throws -> JSON {
        try await post(
            "/auth/login",
            ["email": .text("ana@example.com"), "password": .text(Self.password), "device": .text(device)])
    }

    /// Two pictures for everybody, the older one without words, and one for members.
    private func publish(author: JSON) async throws -> [ImageID] {
        guard case .object(let members) = author, let id = members["user"]?.text("id").flatMap({ UserID($0) })
        else { throw CancellationError() }
        var published: [ImageID] = []
        for (words, visibility) in [(nil, ImageVisibility.everyone), ("For members", .members), ("A quay", .everyone)] {
            let image = ImageID(UUID())
            try await images.publish(
                NewImage(
                    id: image, content: Self.picture, description: words, location: words.map { _ in "Harbour" },
                    visibility: visibility, author: id, createdAt: date.value))
            published.insert(image, at: 0)
        }
        return published
    }

    /// A PNG of one pixel.
    static let picture =
        Data(
            base64Encoded:
                "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==")
        ?? Data()

    private func token(_ answer: JSON, _ name: String) -> String {
        guard case .object(let members) = answer else { return "" }
        return members["token"]?.text(name) ?? ""
    }

    private func post(_ path: String, _ body: [String: JSON], bearer: String? = nil) async throws -> JSON {
        var headers = ["Content-Type": "application/json"]
        if let bearer { headers["Authorization"] = "Bearer " + bearer }
        let request = Fixture.Request(method: "POST", path: path, headers: headers, body: .object(body))
        let answer = try await transport.send(try request.http)
        try #require(answer.status.isSuccess, "\(path): \(String(decoding: answer.body, as: UTF8.self))")
        return answer.body.isEmpty ? .null : try JSON(answer.body)
    }
}
