import CoreModels
import FeedAPI
import FeedClient
import FoundationEssentials
import KernelTesting
import Localization
import PluginKit

/// What today's client makes of answers about pictures of one's own.
extension ClientReplay {
    func loadImage() async -> [String: JSON] {
        do {
            guard let picture = try await feed().feed.loadImage(image) else { return told("no_picture") }
            return ["outcome": .text("described"), "picture": picture.told]
        } catch {
            return (error as? FeedError)?.told ?? told("\(error)")
        }
    }

    func loadNewer() async -> [String: JSON] {
        do {
            guard let newer = try await feed().feed.loadNewer(than: image, limit: 10) else {
                return told("no_picture")
            }
            return ["outcome": .text("newer"), "items": .list(newer.map(\.told))]
        } catch {
            return (error as? FeedError)?.told ?? told("\(error)")
        }
    }

    func publish() async throws -> [String: JSON] {
        let file = folder.path(of: "picture")
        try Data((field("image") ?? "the bytes of a picture").utf8).write(to: URL(filePath: file))
        let draft = ImageDraft(
            file: file, description: field("description"), location: field("location"),
            isPublic: field("visibility") == "public")
        do {
            let picture = try await feed().posting.post(draft, progress: nil)
            return ["outcome": .text("published"), "picture": picture.told]
        } catch {
            return (error as? ImagePostingError)?.told ?? told("\(error)")
        }
    }

    func deletePicture() async throws -> [String: JSON] {
        do {
            try await feed().deleting.delete(image)
            return told("picture_deleted")
        } catch {
            return (error as? ImageDeletionError)?.told ?? told("\(error)")
        }
    }

    /// A field of the released form.
    private func field(_ name: String) -> String? {
        let parts = fixture.request.text?.components(separatedBy: "\r\n--b") ?? []
        return parts.first { $0.contains("name=\"\(name)\"") }?.components(separatedBy: "\r\n\r\n").last
    }
}

extension FeedImage {
    /// What came later is only told where a server said it.
    var told: JSON {
        var told: [String: JSON] = [
            "id": .text("\(id)"), "description": description.map { .text($0) } ?? .null,
            "location": location.map { .text($0) } ?? .null, "url": .text(url.absoluteString),
        ]
        told["author"] = author.map { .text($0) }
        told["created_at"] = createdAt.map { .text($0.formatted(.iso8601)) }
        told["is_mine"] = isMine.map { .bool($0) }
        told["is_public"] = isPublic.map { .bool($0) }
        told["width"] = width.map { .number(Double($0)) }
        told["height"] = height.map { .number(Double($0)) }
        told["comment_count"] = commentCount.map { .number(Double($0)) }
        told["tint"] = tint.map { .text($0) }
        return .object(told)
    }
}

extension ImagePostingError {
    var told: [String: JSON] {
        switch self {
        case .refused(let code, let reason): outcome("refused", ["code": .text(code), "reason": .text(reason.english)])
        case .tooLarge: outcome("too_large")
        case .busy: outcome("not_now")
        case .tooMany: outcome("too_many_pictures")
        case .notLoggedIn: outcome("not_logged_in")
        case .emailNotVerified: outcome("address_not_verified")
        case .invalidData, .server: outcome("failed")
        default: outcome("\(self)")
        }
    }
}

extension ImageDeletionError {
    var told: [String: JSON] {
        switch self {
        case .notFound: outcome("picture_not_found")
        case .notLoggedIn: outcome("not_logged_in")
        case .invalidData: outcome("failed")
        default: outcome("\(self)")
        }
    }
}
