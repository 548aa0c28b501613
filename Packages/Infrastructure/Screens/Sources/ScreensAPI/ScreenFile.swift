public import FoundationEssentials
public import Localization
public import PluginKit
public import Presenting

/// Bytes that a program has at one of its addresses for those who may see them,
/// such as those of a picture.
public struct ScreenFile: Sendable {
    /// Where it is.
    public let route: ScreenRoute
    /// Who may see it; to others there is nothing.
    public let access: Screen.Access
    /// Tells whether there is such a file for whoever is at a browser; nil for one that is there for
    /// everybody who may see it (as ``Screen/isThere``).
    public let isThere: (@Sendable (Browser) async -> Bool)?
    /// Has the bytes; must not block its thread.
    ///
    /// It throws a ``ScreenFailure`` where there are none, and an ``AbsentPicture``
    /// where there are none without a connection; whatever else it throws is for whoever hosts the
    /// file.
    public let load: @Sendable (ScreenRequest) async throws -> FileContents

    /// Creates a file.
    public init(
        _ route: ScreenRoute, for access: Screen.Access = .everybody,
        isThere: (@Sendable (Browser) async -> Bool)? = nil,
        load: @escaping @Sendable (ScreenRequest) async throws -> FileContents
    ) {
        self.route = route
        self.access = access
        self.isThere = isThere
        self.load = load
    }
}

/// What is in a file, and what browsers make of it.
///
/// A browser may keep it for itself; nobody between may.
public struct FileContents: Sendable {
    /// Where what is in it comes from.
    public enum Source: Sendable {
        /// Bytes; those of a file of the disk are best mapped.
        case bytes(Data)
        /// Bytes that are made while they are sent, by handing over one piece after another; they are for the
        /// person's own disk, under a name. What it throws breaks off what is sent, so that nobody takes it for whole.
        case pieces(name: String, @Sendable (_ send: @Sendable (Data) async throws -> Void) async throws -> Void)
    }

    /// What is in it.
    public let source: Source
    /// Its media type, such as `image/jpeg`.
    public let type: String
    /// Something that other bytes don't have, by which a browser asks whether those
    /// that it keeps are still right; nil for nothing.
    public let version: String?
    /// Whether the address has no other bytes ever, so that nobody has to ask at once.
    public let isFinal: Bool

    /// Describes bytes.
    public init(_ bytes: Data, type: String, version: String?, isFinal: Bool) {
        source = .bytes(bytes)
        self.type = type
        self.version = version
        self.isFinal = isFinal
    }

    /// Describes what is made while it is sent, and nobody keeps but who asked.
    ///
    /// - Parameter name: What the file is called on the person's disk, of letters, digits, dots and hyphens.
    public init(
        named name: String, type: String,
        pieces: @escaping @Sendable (_ send: @Sendable (Data) async throws -> Void) async throws -> Void
    ) {
        source = .pieces(name: name, pieces)
        self.type = type
        version = nil
        isFinal = false
    }
}

/// A picture that isn't there until something changes, such as one that isn't kept while there is no
/// connection.
///
/// Where it would be on a screen its text stands instead.
public struct AbsentPicture: PresentableError, Hashable {
    /// `picture_absent`.
    public var code: String { "picture_absent" }
    /// It may come later.
    public var nature: FailureNature { .connectivity }
    /// Why, and when it comes: two short sentences.
    public let text: LocalizedText

    /// Creates the error.
    public init(_ text: LocalizedText) {
        self.text = text
    }
}

/// Collects the files of all plugins.
public enum ScreenFiles: ExtensionPoint {
    /// A file.
    public typealias Value = ScreenFile
}
