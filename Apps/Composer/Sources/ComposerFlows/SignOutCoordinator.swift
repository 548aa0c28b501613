public import FeedAPI
import Localization
public import LoginAPI

/// Logs out, and removes all that was loaded with the session, even if one
/// part can't be removed.
public struct SignOutCoordinator: LoggingOut {
    /// What the flow needs.
    public struct Dependencies: Sendable {
        /// Ends the session.
        public let logout: any LoggingOut
        /// Keeps the feed.
        public let feed: any FeedCaching
        /// Keeps the pictures.
        public let images: any ImageDataCaching

        /// Creates the dependencies.
        public init(logout: any LoggingOut, feed: any FeedCaching, images: any ImageDataCaching) {
            self.logout = logout
            self.feed = feed
            self.images = images
        }
    }

    private let dependencies: Dependencies

    /// Creates the flow.
    public init(_ dependencies: Dependencies) {
        self.dependencies = dependencies
    }

    /// Logs out.
    public func logOut() async throws(LogoutError) -> LogoutOutcome {
        var leftovers: [LocalizedText] = []
        do throws(FeedCacheError) {
            try await dependencies.feed.removeAll()
        } catch {
            leftovers.append(error.text)
        }
        do throws(ImageCacheError) {
            try await dependencies.images.removeAll()
        } catch {
            leftovers.append(error.text)
        }
        let outcome: LogoutOutcome
        do throws(LogoutError) {
            outcome = try await dependencies.logout.logOut()
        } catch {
            throw LogoutError(leftovers: error.leftovers + leftovers)
        }
        guard leftovers.isEmpty else { throw LogoutError(leftovers: leftovers) }
        return outcome
    }
}
