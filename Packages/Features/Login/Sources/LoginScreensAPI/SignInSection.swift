import CoreModels
public import Localization
public import LoginAPI
public import PluginKit
public import ScreensAPI

/// What another feature has on the screen on which people log in, beside the
/// password: other ways in.
public struct SignInSection: Sendable {
    /// What has to be known before anything else, since somebody came back to the
    /// screen; nil for nothing.
    public let notice: @Sendable (ScreenRequest) -> ScreenNotice?
    /// What is shown below the password; it changes nothing and must not block.
    public let show: @Sendable (ScreenRequest) async throws -> [ScreenBlock]

    /// Creates a section.
    public init(
        notice: @escaping @Sendable (ScreenRequest) -> ScreenNotice? = { _ in nil },
        show: @escaping @Sendable (ScreenRequest) async throws -> [ScreenBlock]
    ) {
        self.notice = notice
        self.show = show
    }

    /// The screen on which people log in.
    public static let place = ScreenRoute("/sign-in").place()

    /// Where somebody proves their second factor whose first step was done elsewhere,
    /// and what the browser takes there.
    public static func secondStep(with ticket: LoginTicket) -> (place: Place, carried: CarriedText) {
        (place.with("step", "code"), CarriedText("\(prefix)\(ticket.secret.withText { $0 ?? "" }) \(ticket.email)"))
    }

    /// The ticket with which a browser comes to ``secondStep(with:)``.
    package static func ticket(in request: ScreenRequest) -> LoginTicket? {
        guard request.query["step"] == "code", let text = request.carried?.text, text.hasPrefix(prefix) else {
            return nil
        }
        // The server makes tickets of letters and digits: the first space ends one.
        let parts = text.dropFirst(prefix.count).split(separator: " ", maxSplits: 1).map(String.init)
        return LoginTicket(email: parts.count > 1 ? parts[1] : "", secret: Secret(parts.first ?? ""))
    }

    private static let prefix = "ticket:"
}

/// Collects what other features have on the screen on which people log in.
public enum SignInSections: ExtensionPoint {
    /// A section.
    public typealias Value = SignInSection
}

/// How somebody proves once more who they are (RFC 9470) where a screen asks for the
/// password again: in place of it.
public struct AuthenticationWay: Sendable {
    /// Its name.
    public let name: String
    /// What is filled in, and what the button says; nil where the person has no such
    /// way.
    ///
    /// It changes nothing and must not block.
    public let ask: @Sendable (ScreenRequest) async throws -> (fields: [ScreenField], button: LocalizedText)?
    /// Checks what was filled in; the session counts as authenticated just now then.
    ///
    /// - Throws: A `PresentableError`.
    public let prove: @Sendable (ScreenSubmission) async throws -> Void

    /// Creates a way.
    public init(
        _ name: StaticString,
        ask: @escaping @Sendable (ScreenRequest) async throws -> (fields: [ScreenField], button: LocalizedText)?,
        prove: @escaping @Sendable (ScreenSubmission) async throws -> Void
    ) {
        self.name = name.description
        self.ask = ask
        self.prove = prove
    }
}

/// Collects how people prove once more who they are, beside the password.
public enum AuthenticationWays: ExtensionPoint {
    /// A way.
    public typealias Value = AuthenticationWay
}
