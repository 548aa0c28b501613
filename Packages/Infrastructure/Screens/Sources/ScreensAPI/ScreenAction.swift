public import CoreModels
public import FoundationEssentials
public import Presenting

/// What a screen does with a form.
public struct ScreenAction: Sendable {
    /// The name of the forms that it gets (``ScreenForm/name``).
    public let name: String
    /// Whether files come with its forms.
    public let takesFiles: Bool
    /// Does it.
    ///
    /// A ``PresentableError`` is told beside the form, which stays as it was
    /// typed; where it says that nobody is signed in, the person signs in first.
    /// A thrown ``ScreenFailure`` is shown in place of the screen.
    public let perform: @Sendable (ScreenSubmission) async throws -> ScreenOutcome

    /// Creates an action.
    public init(
        _ name: StaticString, takingFiles takesFiles: Bool = false,
        perform: @escaping @Sendable (ScreenSubmission) async throws -> ScreenOutcome
    ) {
        self.name = name.description
        self.takesFiles = takesFiles
        self.perform = perform
    }
}

/// A form that somebody sent.
public struct ScreenSubmission: Sendable {
    /// For which screen it is, and who sent it.
    public let request: ScreenRequest
    private let values: [String: String]
    private let secrets: [String: Secret]
    private let files: [String: ReceivedFile]

    /// Creates a submission.
    public init(
        _ request: ScreenRequest, values: [String: String] = [:], secrets: [String: Secret] = [:],
        files: [String: ReceivedFile] = [:]
    ) {
        self.request = request
        self.values = values
        self.secrets = secrets
        self.files = files
    }

    /// What was typed into a field, as it was typed; empty for nothing.
    public subscript(_ name: StaticString) -> String { values[name.description] ?? "" }

    /// What was typed into a field for secrets; empty for nothing.
    public func secret(_ name: StaticString) -> Secret { secrets[name.description] ?? Secret("") }

    /// The file that was chosen; nil for none.
    public func file(_ name: StaticString) -> ReceivedFile? { files[name.description] }
}

/// A file that came with a form; it is there for as long as the action runs.
public struct ReceivedFile: Hashable, Sendable {
    /// Where it is.
    public let path: String
    /// What it was called on the person's device.
    public let name: String
    /// Whether it is larger than files may be: then there is only its beginning.
    public let isTooLarge: Bool

    /// Describes a file.
    public init(path: String, name: String, isTooLarge: Bool = false) {
        self.path = path
        self.name = name
        self.isTooLarge = isTooLarge
    }
}

/// What became of a form.
public enum ScreenOutcome: Sendable {
    /// It is done, and the person goes on elsewhere.
    case go(Place)
    /// It is done, which is shown.
    case show(ScreenContents)
    /// It can't be done as it is: these contents are shown, with what was typed and
    /// what is in the way.
    case again(ScreenContents, any PresentableError)
    /// Screens are wanted so from now on, and the person goes on elsewhere.
    case prefer(ScreenPreferences, Place)
    /// Somebody is signed in now, and goes on where they wanted to, or else there, where
    /// they are told something; nil for nothing.
    case signedIn(Place, noting: ScreenNotice? = nil)
    /// What was locked is open now, and the person goes on where they wanted to, or
    /// else there.
    case unlocked(Place)
    /// Nobody is signed in any more.
    case signedOut(Place)
    /// It is done, which is shown for a moment, and the browser goes on to an address of
    /// somebody else: forms lead to none (`form-action`).
    case leave(for: URL, ScreenContents)
}
