public import FoundationEssentials
public import PluginKit

/// An address that shows nothing of its own: whoever follows a link there is led on,
/// to somewhere else and back.
///
/// ```swift
/// ScreenPassage(ScreenRoute("/sign-in/with/{name}")) { request in
///     .leave(for: address, carrying: secret)
/// }
/// ```
public struct ScreenPassage: Sendable {
    /// Where it is.
    public let route: ScreenRoute
    /// How often somebody may pass.
    public let limit: ScreenLimit?
    /// The fields of forms by which others may send people here; none for links alone.
    ///
    /// They go on by a link to the same address, with what these fields say.
    public let formFields: Set<String>
    /// Whether people come here from pages of somebody else, by a link of this program's:
    /// a program that is shown what a browser has by its own pages alone leads them here
    /// from one of those.
    public let comesFromElsewhere: Bool
    /// Leads on; must not block its thread.
    ///
    /// What it throws is shown, as what a screen throws.
    public let pass: @Sendable (ScreenRequest) async throws -> PassageOutcome

    /// Creates a passage.
    public init(
        _ route: ScreenRoute, limit: ScreenLimit? = nil, formFields: Set<String> = [],
        comesFromElsewhere: Bool = false,
        pass: @escaping @Sendable (ScreenRequest) async throws -> PassageOutcome
    ) {
        self.route = route
        self.limit = limit
        self.formFields = formFields
        self.comesFromElsewhere = comesFromElsewhere
        self.pass = pass
    }
}

/// Where somebody is led.
public enum PassageOutcome: Sendable {
    /// To an address of somebody else, from where they come back.
    case leave(for: URL, carrying: CarriedText?)
    /// To a screen.
    case go(Place, carrying: CarriedText? = nil)
    /// Somebody is signed in now, and goes on where they wanted to, or else there, where
    /// they are told something; nil for nothing.
    case signedIn(Place, noting: ScreenNotice? = nil)
}

/// What a browser has with it while somebody is elsewhere: nobody but who gave it
/// reads it, it isn't seen elsewhere, and it is gone after a few minutes.
///
/// Where somebody wanted to go goes with it.
public struct CarriedText: Hashable, Sendable {
    /// What it is; up to 1 KiB.
    public let text: String

    /// Creates a text.
    public init(_ text: String) {
        self.text = text
    }
}

extension CarriedText: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Never the text.
    public var description: String { "<redacted>" }
    /// Never the text.
    public var debugDescription: String { description }
    /// Nothing of it.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}

/// Collects the passages of all plugins.
public enum ScreenPassages: ExtensionPoint {
    /// A passage.
    public typealias Value = ScreenPassage
}
