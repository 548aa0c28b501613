public import Localization
public import PluginKit
public import Presenting

/// Something that the person has to know, before anything else on the screen.
public struct ScreenNotice: Hashable, Sendable {
    /// What it is about.
    public enum Kind: Hashable, Sendable {
        /// Something went wrong, or can't be.
        case failure
        /// Something is as it was meant to be.
        case success
        /// Something else.
        case remark
    }

    /// What it is about.
    public let kind: Kind
    /// What it says.
    public let text: LocalizedText
    /// What can be done; a presentation shows the steps for which it has places.
    public let nextSteps: [NextStep]

    /// Creates a notice.
    public init(_ kind: Kind, _ text: LocalizedText, nextSteps: [NextStep] = []) {
        self.kind = kind
        self.text = text
        self.nextSteps = nextSteps
    }

    /// Tells an error.
    public init(presenting error: any PresentableError) {
        self.init(.failure, error.fullText, nextSteps: error.nextSteps)
    }
}

/// Where a person can take a step that comes after a failure or a success.
public struct ScreenStep: Hashable, Sendable {
    /// The step.
    public let step: NextStep
    /// Where it is taken.
    public let link: ScreenLink

    /// Creates a step's place.
    public init(_ step: NextStep, _ link: ScreenLink) {
        self.step = step
        self.link = link
    }
}

extension ScreenStep {
    /// The address of the page on which it is taken, for whoever isn't at one.
    ///
    /// - Parameter server: The address of the server, without a slash at its end.
    public func address(at server: String) -> String { link.place.address(at: server) }
}

/// Collects where steps can be taken; steps without a place aren't offered.
public enum ScreenSteps: ExtensionPoint {
    /// A step and its place.
    public typealias Value = ScreenStep
}

/// Steps that only screens offer.
extension NextStep {
    /// Look at the pictures.
    public static let seePictures = NextStep("see_pictures")
    /// Go to one's own account.
    public static let seeAccount = NextStep("see_account")
    /// Publish a picture.
    public static let publish = NextStep("publish")
}
