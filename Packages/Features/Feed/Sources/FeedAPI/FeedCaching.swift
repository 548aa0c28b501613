public import AtomicFiles
public import CoreModels
public import FoundationEssentials
public import Localization

/// Keeps the newest feed for when the server can't be reached.
///
/// A feed that was loaded before all of it was removed, as at a logout in another
/// process, isn't kept: it may be another person's.
///
/// A feed is replaced whole or not at all, also when the program is killed
/// meanwhile, and by any number of processes. It is valid as
/// ``CachedFeed/isValid(at:)`` says. Calls may be made at the same time, and
/// are done one after the other.
public protocol FeedCaching: Sendable {
    /// Whose feed it is now.
    func tenant() async -> CacheTenant

    /// Replaces the feed and remembers when. Once this returns, the death of
    /// the program can't undo it; a power cut may lose the feed, which can be
    /// loaded anew.
    ///
    /// - Parameters:
    ///   - version: What the server calls the state of the feed, if it calls it
    ///     anything.
    ///   - tenant: For whom it was loaded; nothing is saved for one who has gone.
    /// - Throws: ``FeedCacheError/notSaved(reason:)``; the former feed is kept.
    func save(_ images: [FeedImage], as version: FeedVersion?, for tenant: CacheTenant) async throws(FeedCacheError)

    /// The feed, or nil if there is none that is valid; changes nothing.
    ///
    /// - Throws: ``FeedCacheError/unreadable(reason:)``.
    func load() async throws(FeedCacheError) -> CachedFeed?

    /// Takes a picture out of the feed, which stays as old as it is. Its state has
    /// no name then, so that it is loaded as a whole next time.
    ///
    /// - Returns: The picture; nil if there is none of that identifier.
    /// - Throws: ``FeedCacheError/unreadable(reason:)`` or
    ///   ``FeedCacheError/notSaved(reason:)``; the former feed is kept.
    @discardableResult
    func remove(_ image: ImageID) async throws(FeedCacheError) -> FeedImage?

    /// Removes a feed that is expired or can't be read.
    ///
    /// - Throws: ``FeedCacheError/notRemoved(reason:)``.
    func validate() async throws(FeedCacheError)

    /// Removes the feed, as at logout.
    ///
    /// - Throws: ``FeedCacheError/notRemoved(reason:)``.
    func removeAll() async throws(FeedCacheError)
}

extension FeedCaching {
    /// Replaces the feed of whoever is there now.
    public func save(_ images: [FeedImage], as version: FeedVersion? = nil) async throws(FeedCacheError) {
        try await save(images, as: version, for: await tenant())
    }
}

/// A feed that was saved.
public struct CachedFeed: Hashable, Sendable {
    /// The pictures in the feed's order.
    public let images: [FeedImage]
    /// When they were saved.
    public let savedAt: Date
    /// What the server calls the state of the feed, if it calls it anything.
    public let version: FeedVersion?

    /// Creates a feed that was saved.
    public init(images: [FeedImage], savedAt: Date, version: FeedVersion? = nil) {
        self.images = images
        self.savedAt = savedAt
        self.version = version
    }

    /// How old a feed may become: it is valid while it is younger, and at
    /// exactly this age it has expired (D4).
    public static let maximumAge: TimeInterval = 7 * 24 * 60 * 60

    /// Whether the feed may be shown: it is younger than ``maximumAge``.
    ///
    /// A time that lies in the future says nothing about the age, so that such
    /// a feed isn't valid.
    public func isValid(at now: Date) -> Bool {
        let age = now.timeIntervalSince(savedAt)
        return age >= 0 && age < Self.maximumAge
    }
}

/// Why the cache of the feed could not do what it was asked.
public enum FeedCacheError: Error, Hashable, Sendable {
    /// What is saved can't be read; the reason is technical and the same in
    /// every language.
    case unreadable(reason: String)
    /// The feed wasn't saved; the former one is kept.
    case notSaved(reason: String)
    /// The feed wasn't removed.
    case notRemoved(reason: String)

    /// What happened and what to do next.
    public var text: LocalizedText {
        switch self {
        case .unreadable(let reason):
            LocalizedText(
                en: "The saved feed can't be read (\(reason)). It is loaded anew when the server can be reached.",
                es: "No se pueden leer las novedades guardadas (\(reason)). Se cargarán de nuevo con conexión.")
        case .notSaved(let reason):
            LocalizedText(
                en: "The feed can't be kept for offline use (\(reason)). What was kept before is unchanged.",
                es: "No se pueden guardar las novedades para usarlas sin conexión (\(reason)). Lo guardado no cambia.")
        case .notRemoved(let reason):
            LocalizedText(
                en: "The saved feed can't be removed (\(reason)). Remove the cache folder yourself.",
                es: "No se pueden borrar las novedades guardadas (\(reason)). Borra tú la carpeta de caché.")
        }
    }
}
