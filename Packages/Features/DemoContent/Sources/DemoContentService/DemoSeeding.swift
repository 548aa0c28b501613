import AccountsServiceAPI
import CommentsServiceAPI
import CoreModels
import CryptographyAPI
import DemoPictures
import FeedServiceAPI
import FoundationEssentials
import PluginKit
import TelemetryAPI

/// Publishes the gallery once.
///
/// Pictures and comments have fixed identifiers, so a start that was cut short
/// is completed by the next one, and nothing is published twice.
struct DemoSeeding: PluginService {
    private let dependencies: DemoContentServicePlugin.Dependencies
    private let gallery: [DemoPicture]

    init(_ dependencies: DemoContentServicePlugin.Dependencies, gallery: [DemoPicture] = DemoGallery.pictures) {
        self.dependencies = dependencies
        self.gallery = gallery
    }

    func start() async throws {
        // The last account is made last: if it exists, everything does.
        guard try await dependencies.accounts.account(email: Self.marker) == nil else { return }
        dependencies.log.notice("painting the pictures of the demo", ["pictures": gallery.count])
        let people = try await makePeople()
        let paintings = try await paint()
        for (index, picture) in gallery.enumerated() {
            try await publish(picture, paintings[index], at: time(of: index), people)
        }
        _ = try await makePerson("demo", email: Self.marker)
    }

    /// The account that is made when everything else is there.
    private static let marker = address(of: "demo")

    /// `.invalid` belongs to nobody (RFC 2606), so no mail goes anywhere.
    private static func address(of name: String) -> EmailAddress {
        guard let address = EmailAddress("\(name)@demo.invalid") else {
            preconditionFailure("the names of the gallery make addresses")
        }
        return address
    }

    private func makePeople() async throws -> [String: UserID] {
        let names = Set(gallery.flatMap { [$0.author] + $0.comments.map(\.username) }).sorted()
        return try await withThrowingTaskGroup(of: (String, UserID).self) { group in
            for name in names {
                group.addTask { (name, try await makePerson(name, email: Self.address(of: name))) }
            }
            return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
        }
    }

    private func makePerson(_ name: String, email: EmailAddress) async throws -> UserID {
        if let user = try await dependencies.accounts.account(email: email) { return user.id }
        let password = try dependencies.random.secret(byteCount: 32)
        let text = password.withUnsafeBytes { Secret(Base64URL.encode(Data($0)).utf8) }
        let user = try await dependencies.accounts.createAccount(name: name, email: email, password: text)
        try await dependencies.verification.markVerified(user.id, email: email)
        return user.id
    }

    /// Paints on all cores: it is the longest part of a first start.
    private func paint() async throws -> [Data] {
        try await withThrowingTaskGroup(of: (Int, Data).self) { group in
            for (index, picture) in gallery.enumerated() {
                group.addTask { (index, Data(picture.render())) }
            }
            return try await group.reduce(into: [Data](repeating: Data(), count: gallery.count)) { $0[$1.0] = $1.1 }
        }
    }

    /// Two pictures a day, the newest an hour old.
    private func time(of index: Int) -> Date {
        let age = 3_600 + Double(gallery.count - 1 - index) * 43_200
        return Date(timeIntervalSince1970: (dependencies.now().timeIntervalSince1970 - age).rounded(.down))
    }

    private func publish(
        _ picture: DemoPicture, _ painting: Data, at time: Date, _ people: [String: UserID]
    ) async throws {
        guard let id = ImageID(picture.id), let author = people[picture.author] else {
            preconditionFailure("the gallery names people and pictures properly")
        }
        try await dependencies.images.publish(
            NewImage(
                id: id, content: painting, description: picture.description, location: picture.location,
                visibility: picture.isPublic ? .everyone : .members, author: author, createdAt: time))
        for (index, comment) in picture.comments.enumerated() {
            guard let commenter = people[comment.username] else { continue }
            try await dependencies.comments.publish(
                Self.commentID(of: id, index), message: comment.message, on: id, by: commenter,
                at: time.addingTimeInterval(Double(index + 1) * 600))
        }
    }

    /// The picture's identifier with the number of the comment in its last byte.
    private static func commentID(of image: ImageID, _ index: Int) -> CommentID {
        var bytes = image.uuid.uuid
        bytes.15 ^= UInt8(truncatingIfNeeded: index + 1)
        return CommentID(UUID(uuid: bytes))
    }
}
