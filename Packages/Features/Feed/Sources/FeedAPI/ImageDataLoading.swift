public import FoundationEssentials
public import Localization
public import Presenting

/// Loads the bytes of pictures.
///
/// Any number of calls may run at the same time; those for one picture share
/// one download. The bytes are those of a whole JPEG, PNG, WebP, GIF or AVIF:
/// anything else is an error. A cancelled call throws `.cancelled` at once and
/// delivers nothing, while others that wait for the same picture still get it;
/// the last one to cancel ends the download. What came of a download that was
/// cancelled or broke off is kept, and the next call goes on from there.
public protocol ImageDataLoading: Sendable {
    /// Loads the bytes of the picture at an address.
    ///
    /// - Parameters:
    ///   - priority: How urgent it is. A download that several calls share is as
    ///     urgent as the most urgent of them.
    ///   - progress: Hears how many bytes have come and how many will, if the
    ///     server says so; not called when the bytes were there already. It has
    ///     to return at once.
    /// - Throws: ``ImageDataError``, each case for what it says.
    func loadImageData(
        from url: URL, priority: ImageDataPriority, progress: (@Sendable (ImageDataProgress) -> Void)?
    ) async throws(ImageDataError) -> Data
}

extension ImageDataLoading {
    /// Loads the bytes of a picture that somebody wants to see now.
    public func loadImageData(
        from url: URL, progress: (@Sendable (ImageDataProgress) -> Void)? = nil
    ) async throws(ImageDataError) -> Data {
        try await loadImageData(from: url, priority: .shown, progress: progress)
    }
}

/// How urgent a picture is.
public enum ImageDataPriority: Int, Comparable, Sendable {
    /// Somebody may want to see it soon.
    case ahead
    /// Somebody wants to see it now.
    case shown

    /// Whether the first can wait for the second.
    public static func < (left: ImageDataPriority, right: ImageDataPriority) -> Bool {
        left.rawValue < right.rawValue
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

/// Why the bytes of a picture could not be loaded.
public enum ImageDataError: Error, Hashable, Sendable {
    /// The server can't be reached, and the device doesn't have the picture;
    /// the text says what is in the way.
    case connectivity(LocalizedText)
    /// The request can't be made as things are on this device: its credentials
    /// can't be read, or the address isn't safe. Nothing was sent; the code is a
    /// stable word for scripts, and the text says what to do.
    case impossible(Obstacle)
    /// The server has the picture and can't give it: its code, and its words.
    case server(code: String, LocalizedText)
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
        case .connectivity(let text): Self.isNotHere + text
        case .impossible(let obstacle): Self.isNotHere + obstacle.text
        case .server(_, let text): text
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
        case .cancelled: .cancelled
        }
    }
    private static let isNotHere = LocalizedText(
        en: "The picture isn't on this device.", es: "La imagen no está en este dispositivo.")
}
