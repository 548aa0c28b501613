public import CoreModels
public import FeedAPI
public import Localization
public import LoginAPI
public import OfflineQueueAPI
public import SecureStorageAPI

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
        /// Tells what waits.
        public let queue: any QueueInspecting
        /// Keeps the session, and what waits.
        public let vault: any VaultMaintaining
        /// Tells the person what was mended.
        public let tell: @Sendable (LocalizedText) -> Void

        /// Creates the dependencies.
        public init(
            logout: any LoggingOut, feed: any FeedCaching, images: any ImageDataCaching, queue: any QueueInspecting,
            vault: any VaultMaintaining, tell: @escaping @Sendable (LocalizedText) -> Void
        ) {
            self.logout = logout
            self.feed = feed
            self.images = images
            self.queue = queue
            self.vault = vault
            self.tell = tell
        }
    }

    private let dependencies: Dependencies

    /// Creates the flow.
    public init(_ dependencies: Dependencies) {
        self.dependencies = dependencies
    }

    /// What waits for the person and ends with their session.
    public func whatWouldBeLost() async -> LogoutLoss? {
        let kinds = await waiting().map(\.kind).filter(\.endsWithSession)
        guard !kinds.isEmpty else { return nil }
        return LogoutLoss(count: kinds.count, text: StatusTexts.counts(kinds))
    }

    /// Logs out.
    public func logOut(_ person: UserID?) async throws(LogoutError) -> LogoutOutcome {
        var leftovers: [LocalizedText] = []
        // Whose session it is has to be read.
        _ = await waiting()
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
            outcome = try await dependencies.logout.logOut(person)
        } catch {
            throw LogoutError(leftovers: error.leftovers + leftovers, hasEnded: error.hasEnded)
        }
        guard leftovers.isEmpty else { throw LogoutError(leftovers: leftovers, hasEnded: true) }
        return outcome
    }

    /// What waits; nothing if that can't be read.
    ///
    /// Nothing can be read from a vault without the list of what is in it. Who
    /// logs out wants everything gone: a new list does for that.
    private func waiting() async -> [WaitingRequest] {
        do throws(OfflineQueueError) {
            return try await dependencies.queue.waiting()
        } catch .storage(.damagedList) {
            guard (try? await dependencies.vault.check()) != nil else { return [] }
            dependencies.tell(Self.mended)
            return (try? await dependencies.queue.waiting()) ?? []
        } catch {
            return []
        }
    }

    private static let mended = LocalizedText(
        en: "The vault's list of its secrets was missing or damaged. A new one was made of those that are there.",
        es: "La lista de secretos de la caja fuerte faltaba o estaba dañada. Se hizo una nueva con los que hay.")
}
