package import FoundationEssentials

/// What providers tell of their own accord, and are answered.
extension ExternalProvidersContract {
    /// The path at which a provider tells that somebody logged out there.
    package static let logoutPath = "/auth/providers/{name}/logout"
    /// The path at which a provider tells what else happened to people there.
    package static let eventsPath = "/auth/providers/{name}/events"
    /// The path at which Apple tells it.
    package static let notificationsPath = "/auth/providers/{name}/notifications"
    /// The path at which Facebook tells that somebody wants no more of this server.
    package static let deauthorizationPath = "/auth/providers/{name}/deauthorization"
    /// The path at which Facebook tells that what it told is to be deleted.
    package static let deletionPath = "/auth/providers/{name}/deletion"
    /// The path at which anybody with a code asks what was deleted.
    package static let deletionStatusPath = "/auth/provider-deletions/{code}"

    /// The path at which anybody with a code asks what was deleted.
    package static func deletionStatusPath(of code: String) -> String { "/auth/provider-deletions/\(code)" }
    /// The address of the screen that shows the same.
    package static func deletionPage(of code: String) -> String { "/data-deletion/\(code)" }

    /// What Apple tells.
    package struct Notification: Decodable, Sendable {
        /// What it signed.
        package let payload: String
    }

    /// What Facebook is answered.
    package struct DeletionReceipt: Codable, Sendable {
        package let url: String
        package let code: String

        private enum CodingKeys: String, CodingKey {
            case url
            case code = "confirmation_code"
        }

        package init(url: String, code: String) {
            self.url = url
            self.code = code
        }
    }

    /// What was deleted.
    package struct Deletion: Codable, Sendable {
        /// How people call the provider.
        package let title: String
        package let deletedAt: Date

        private enum CodingKeys: String, CodingKey {
            case title
            case deletedAt = "deleted_at"
        }

        package init(title: String, deletedAt: Date) {
            self.title = title
            self.deletedAt = deletedAt
        }
    }

    /// The problem codes of what providers tell, besides those of all routes.
    package enum NoticeCode: String, CaseIterable, Sendable {
        case unknownProvider = "unknown_provider"
        case noticeRefused = "notice_refused"
        case unknownDeletion = "unknown_deletion"
    }
}
