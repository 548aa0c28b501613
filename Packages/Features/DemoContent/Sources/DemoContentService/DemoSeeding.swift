import AccountsServiceAPI
import CommentsServiceAPI
import CoreModels
import CryptographyAPI
import FeedServiceAPI
import FoundationEssentials
import PluginKit
import TelemetryAPI

/// Publishes the gallery once, while the server answers.
///
/// Pictures and comments have fixed identifiers, so what was cut short is
/// completed after the next start, and nothing is published twice.
struct DemoSeeding: PluginService {
    let dependencies: DemoContentServicePlugin.Dependencies

    func run() async throws {
        do {
            // The last account is made last: if it exists, everything does.
            guard try await dependencies.accounts.account(email: Self.address(of: Self.marker)) == nil else { return }
            try await publishGallery()
            _ = try await person(Self.marker)
            dependencies.log.notice("the demo is complete", ["pictures": DemoGallery.pictures.count])
        } catch {
            dependencies.log.failure(
                "the demo could not be completed; the next start goes on with it", ["reason": "\(error)"])
        }
    }

    /// Publishes the pictures first: they are what people wait for.
    ///
    /// Accounts take longest, for their passwords' sake, so they are made side by
    /// side.
    private func publishGallery() async throws {
        let gallery = DemoGallery.pictures
        try await withThrowingDiscardingTaskGroup { group in
            for name in Set(gallery.flatMap(\.people)) { group.addTask { _ = try await person(name) } }
        }
        for (index, picture) in gallery.enumerated() {
            try Task.checkCancellation()
            try await publish(picture, at: time(of: index, in: gallery.count), by: person(picture.author))
            dependencies.log.notice("a picture of the demo is there", ["picture": index + 1, "of": gallery.count])
        }
        for (index, picture) in gallery.enumerated() {
            try Task.checkCancellation()
            try await publishComments(on: picture, at: time(of: index, in: gallery.count))
        }
    }

    /// The account that is made when everything else is there.
    private static let marker = "demo"

    /// `.invalid` belongs to nobody (RFC 2606), so no mail goes anywhere.
    private static func address(of name: String) -> EmailAddress {
        guard let address = EmailAddress("\(name)@demo.invalid") else {
            preconditionFailure("the names of the gallery make addresses")
        }
        return address
    }

    /// Somebody of the gallery, whose password nobody knows.
    private func person(_ name: String) async throws -> UserID {
        let email = Self.address(of: name)
        if let user = try await dependencies.accounts.account(email: email) { return user.id }
        try Task.checkCancellation()
        let password = try dependencies.random.secret(byteCount: 32)
        let text = unsafe password.withUnsafeBytes { unsafe Secret(Base64URL.encode(Data($0)).utf8) }
        let user = try await dependencies.accounts.createAccount(name: name, email: email, password: text)
        try await dependencies.verification.markVerified(user.id, email: email)
        return user.id
    }

    /// Two pictures a day, the newest an hour old.
    private func time(of index: Int, in count: Int) -> Date {
        let age = 3_600 + Double(count - 1 - index) * 43_200
        return Date(timeIntervalSince1970: (dependencies.now().timeIntervalSince1970 - age).rounded(.down))
    }

    private func publish(_ picture: DemoPicture, at time: Date, by author: UserID) async throws {
        try await dependencies.images.publish(
            NewImage(
                id: picture.id, content: picture.content, description: picture.description,
                location: picture.location, visibility: picture.isPublic ? .everyone : .members, author: author,
                createdAt: time))
    }

    private func publishComments(on picture: DemoPicture, at time: Date) async throws {
        for (index, comment) in picture.comments.enumerated() {
            try await dependencies.comments.publish(
                Self.commentID(of: picture.id, index), message: comment.message, on: picture.id,
                by: person(comment.username), at: time.addingTimeInterval(Double(index + 1) * 600))
        }
    }

    /// The picture's identifier with the number of the comment in its last byte.
    private static func commentID(of image: ImageID, _ index: Int) -> CommentID {
        var bytes = image.uuid.uuid
        bytes.15 ^= UInt8(truncatingIfNeeded: index + 1)
        return CommentID(UUID(uuid: bytes))
    }
}
