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
}

/// Collects what other features have on the screen on which people log in.
public enum SignInSections: ExtensionPoint {
    /// A section.
    public typealias Value = SignInSection
}
