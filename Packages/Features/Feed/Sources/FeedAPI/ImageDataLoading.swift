public import CoreModels
public import FoundationEssentials
public import Localization

/// Loads the bytes of pictures.
///
/// Calls for one picture that run at the same time share one download. The
/// bytes are those of an image: what isn't one is an error. A cancelled call
/// throws `.cancelled` and delivers nothing, while others that wait for the
/// same picture still get it.
public protocol ImageDataLoading: Sendable {
    /// Loads the bytes of the picture at an address.
    ///
    /// - Parameter progress: Hears how many bytes have come and how many will,
    ///   if the server says so; not called when the bytes were there already.
    /// - Throws: ``ImageDataError``.
    func loadImageData(
        from url: URL, progress: (@Sendable (ImageDataProgress) -> Void)?
    ) async throws(ImageDataError) -> Data
}

extension ImageDataLoading {
    /// Loads the bytes of the picture at an address.
    public func loadImageData(from url: URL) async throws(ImageDataError) -> Data {
        try await loadImageData(from: url, progress: nil)
    }
}

/// How much of a picture has come.
public struct ImageDataProgress: Hashable, Sendable {
    /// The bytes that have come.
    public let receivedBytes: Int
    /// The bytes in all, if the server says so.
    public let totalBytes: Int?

    /// Creates a state of progress.
    public init(receivedBytes: Int, totalBytes: Int?) {
        self.receivedBytes = receivedBytes
        self.totalBytes = totalBytes
    }
}

/// Knows where the bytes of a picture are.
public protocol ImageLocating: Sendable {
    /// The address of a picture's bytes on the server.
    func url(of id: ImageID) -> URL
}

/// Keeps the bytes of pictures on the device, within a limit of size; those
/// that were not used for longest give way.
///
/// Safe under many threads and processes; a picture is there whole or not at
/// all, also when the program is killed meanwhile.
public protocol ImageDataCaching: Sendable {
    /// Keeps the bytes of the picture at an address.
    ///
    /// - Throws: ``ImageCacheError/notSaved(reason:)``.
    func save(_ data: Data, for url: URL) async throws(ImageCacheError)

    /// The bytes of the picture at an address, or nil if they aren't kept.
    ///
    /// - Throws: ``ImageCacheError/unreadable(reason:)``.
    func load(for url: URL) async throws(ImageCacheError) -> Data?

    /// Removes all pictures, as at logout.
    ///
    /// - Throws: ``ImageCacheError/notRemoved(reason:)``.
    func removeAll() async throws(ImageCacheError)
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

/// Why the bytes of a picture could not be loaded.
public enum ImageDataError: Error, Hashable, Sendable {
    /// The server can't be reached, and the device doesn't have the picture;
    /// the text says what is in the way.
    case connectivity(LocalizedText)
    /// What came is no image.
    case invalidData
    /// The server has no such picture.
    case notFound
    /// The picture is for people who are logged in.
    case notLoggedIn
    /// The call was cancelled.
    case cancelled

    /// What happened and what to do next.
    public var text: LocalizedText {
        switch self {
        case .connectivity(let text):
            LocalizedText(
                en: "The picture isn't on this device.", es: "La imagen no está en este dispositivo.") + text
        case .invalidData:
            LocalizedText(
                en: "What the server sent is no picture. Try again later.",
                es: "Lo que envió el servidor no es una imagen. Inténtalo más tarde.")
        case .notFound:
            LocalizedText(
                en: "There is no such picture. Look for its identifier in the feed.",
                es: "No existe esa imagen. Busca su identificador en las novedades.")
        case .notLoggedIn:
            LocalizedText(
                en: "This picture is for people who are logged in. Log in and try again.",
                es: "Esta imagen es para quienes han iniciado sesión. Inicia sesión e inténtalo de nuevo.")
        case .cancelled: LocalizedText(en: "Cancelled.", es: "Cancelado.")
        }
    }
}
