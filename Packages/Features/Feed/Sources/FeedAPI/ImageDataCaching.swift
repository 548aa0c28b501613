public import AtomicFiles
public import CoreModels
public import FoundationEssentials
public import Localization

/// Keeps the bytes of pictures on the device, within a limit of size; those
/// that were not used for longest give way.
///
/// Safe under many threads and processes; a picture is there whole or not at
/// all, also when the program is killed meanwhile.
public protocol ImageDataCaching: Sendable {
    /// Whose pictures they are now.
    func tenant() async -> CacheTenant

    /// Keeps the bytes of the picture at an address, in place of those before.
    ///
    /// - Parameter tenant: For whom it was loaded; nothing is kept for one who has
    ///   gone.
    /// - Throws: ``ImageCacheError/notSaved(reason:)``, also for a picture that
    ///   is larger than all of them may be together.
    func save(_ data: Data, for url: URL, of tenant: CacheTenant) async throws(ImageCacheError)

    /// The bytes of the picture at an address, or nil if they aren't kept as a
    /// whole image. The picture counts as used.
    ///
    /// - Throws: ``ImageCacheError/unreadable(reason:)``.
    func load(for url: URL) async throws(ImageCacheError) -> Data?

    /// Removes the picture at an address, if it is kept.
    ///
    /// - Throws: ``ImageCacheError/notRemoved(reason:)``.
    func remove(for url: URL) async throws(ImageCacheError)

    /// Removes all pictures, as at logout, also those that other programs were
    /// given to show.
    ///
    /// - Throws: ``ImageCacheError/notRemoved(reason:)``.
    func removeAll() async throws(ImageCacheError)
}

extension ImageDataCaching {
    /// Keeps a picture of whoever is there now.
    public func save(_ data: Data, for url: URL) async throws(ImageCacheError) {
        try await save(data, for: url, of: await tenant())
    }

    /// The bytes of a picture in whatever size it is kept, the largest first; nil if it
    /// isn't kept at all.
    ///
    /// Without a connection that is better than nothing.
    public func anySize(of image: ImageID, by locations: any ImageLocating) async -> Data? {
        let whole = locations.url(of: image)
        for url in [whole] + [1_280, 640, 320].map({ locations.url(whole, forWidth: $0) }) {
            if let data = try? await load(for: url) { return data }
        }
        return nil
    }
}

/// Why the cache of pictures could not do what it was asked.
public enum ImageCacheError: Error, Hashable, Sendable {
    /// What is kept can't be read.
    case unreadable(reason: String)
    /// The picture wasn't kept.
    case notSaved(reason: String)
    /// The pictures weren't removed.
    case notRemoved(reason: String)

    /// What happened and what to do next.
    public var text: LocalizedText {
        switch self {
        case .unreadable(let reason):
            LocalizedText(
                en: "A saved picture can't be read (\(reason)). It is loaded anew when the server can be reached.",
                es: "No se puede leer una imagen guardada (\(reason)). Se cargará de nuevo con conexión.")
        case .notSaved(let reason):
            LocalizedText(
                en: "A picture can't be kept for offline use (\(reason)).",
                es: "No se puede guardar una imagen para usarla sin conexión (\(reason)).")
        case .notRemoved(let reason):
            LocalizedText(
                en: "The saved pictures can't be removed (\(reason)). Remove the cache folder yourself.",
                es: "No se pueden borrar las imágenes guardadas (\(reason)). Borra tú la carpeta de caché.")
        }
    }
}
