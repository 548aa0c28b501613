import CommentsServiceAPI
import CoreModels
import FeedServiceAPI
import FoundationEssentials
import KernelTesting
import MailAPI
import MailTesting
import SQLStoreAPI
import SQLStoreTesting
import ServerTesting
import Testing

/// What people do at the server whose data are kept.
struct Visit {
    let asking: Asking
    let code: @Sendable () -> String
    let images: any ImagePublishing
    let comment: @Sendable (CommentID, ImageID) async throws -> Void
    let date: ManualDate
    let database: any SQLDatabase

    init(server: ComposedServer, date: ManualDate) {
        asking = Asking(transport: server.transport)
        code = { [mail = server.mail] in mail.messages.last { $0.values["code"] != nil }?.values["code"] ?? "" }
        images = server.images
        comment = { [comments = server.comments] id, image in
            try await comments.publish(
                id, message: "Old, and still here.", on: image, by: UserID(UUID()), at: date.value)
        }
        self.date = date
        database = server.database
    }

    /// Ana has proved her address, Ben has not; Ana's sessions show how
    /// sessions end and renew; one picture of three is for members.
    func contents() async throws -> JSON {
        let cleo = try await strangers(), eva = try await careful(), device = try await waitingDevice()
        let ana = try await asking.post("/auth/register", Self.person("Ana"))
        let anasCode = code()
        _ = try await asking.post("/auth/verification", ["code": .text(anasCode)], bearer: token(ana, "access_token"))
        date.advance(by: .seconds(60))
        let ben = try await asking.post("/auth/register", Self.person("Ben"))
        let bensCode = code()
        let open = try await logIn("desk"), ended = try await logIn("train"), renewed = try await logIn("sofa")
        _ = try await asking.post("/auth/logout", ["refresh_token": .text(token(ended, "refresh_token"))])
        let successor = try await asking.post(
            "/auth/refresh", ["refresh_token": .text(token(renewed, "refresh_token"))])
        let pictures = try await publish(author: ana)
        _ = try await asking.post(
            "/image/\(pictures[0])/comments", ["message": .text("What a light!\n¡Qué luz!")],
            bearer: token(open, "access_token"))
        try await comment(CommentID(UUID()), pictures[0])
        _ = try await asking.post("/auth/notices/seen", ["id": .number(1)], bearer: token(cleo["desk"], "access_token"))
        let hall = try await letInElsewhere(), browser = try await browser(at: "\(pictures[0])")
        let people = [open, cleo["desk"], eva.member("desk")].map { token($0, "access_token") }
        return .object([
            "time": .text(date.value.formatted(.iso8601)),
            "password": .text(Self.password),
            "ana": .object(["registered": ana, "code": .text(anasCode)]),
            "ben": .object(["registered": ben, "code": .text(bensCode)]),
            "cleo": .object(cleo.merging(["hall": hall]) { $1 }),
            "eva": eva,
            "waiting_device": device,
            "browser_of_ana": browser,
            "told": try await told(people),
            "counts": .object(try await database.read { db in try KeptCounts.read(db) }),
            "sessions_of_ana": .object([
                "open": open, "ended": ended, "renewed": renewed, "successor_of_renewed": successor,
            ]),
            "pictures": .list(pictures.map { .text("\($0)") }),
        ])
    }

    static let password = "four green tea pots"

    static func person(_ name: String) -> [String: JSON] {
        ["name": .text(name), "email": .text(name.lowercased() + "@example.com"), "password": .text(password)]
    }

    func logIn(
        _ device: String, as email: String = "ana@example.com", _ password: String = Self.password
    ) async throws -> JSON {
        let answer = try await asking.logIn(email, password, device: device)
        try #require(answer.status == 200, "\(answer)")
        return answer.body
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

    /// Somebody registers and proves their address.
    ///
    /// - Returns: Their access token.
    func prove(_ name: String) async throws -> String {
        let access = token(try await asking.post("/auth/register", Self.person(name)), "access_token")
        _ = try await asking.post("/auth/verification", ["code": .text(code())], bearer: access)
        return access
    }

    func token(_ answer: JSON?, _ name: String) -> String { answer?.member("token")?.text(name) ?? "" }
}
