import Localization
public import PluginKit
import Presenting
public import ScreensAPI
public import SessionsAPI

/// Installs the screen of the devices on which a person is logged in.
public enum SessionsScreensPlugin: Plugin {
    /// What the screen needs.
    public struct Dependencies: Sendable {
        /// Shows and ends sessions; nil for no screen.
        public let devices: Scoped<any SessionManaging>?

        /// Tells what happens to the account; nil where nobody tells.
        public let notices: Scoped<any SecurityNoticeFollowing>?

        /// Creates the dependencies.
        public init(
            devices: Scoped<any SessionManaging>?, notices: Scoped<any SecurityNoticeFollowing>? = nil
        ) {
            self.devices = devices
            self.notices = notices
        }
    }

    /// The name `sessions-screens`.
    public static let manifest = PluginManifest(
        id: "sessions-screens",
        summary: LocalizedText(en: "The devices in a browser", es: "Los dispositivos en un navegador"))

    /// Builds the screen.
    public static func assemble(_ dependencies: Dependencies) -> Assembly<Void> {
        guard let devices = dependencies.devices else { return Assembly() }
        var contributions = Contributions(DevicesScreen(devices: devices).screen, to: Screens.self)
        contributions.add(
            NavigationItem(DevicesScreen.link, for: .people, isOfAccount: true), to: ScreenNavigation.self)
        contributions.add(ScreenStep(.listSessions, DevicesScreen.link), to: ScreenSteps.self)
        if let notices = dependencies.notices {
            contributions.add(AccountLive(notices: notices).source, to: LiveSources.self)
        }
        return Assembly(contributions: contributions)
    }
}
