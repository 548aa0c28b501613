import Localization
public import PluginKit
import Presenting
public import ScreensAPI
public import SessionsAPI

/// Installs the screens of the devices on which a person is logged in, and of what
/// happened to the account.
public enum SessionsScreensPlugin: Plugin {
    /// What the screens need.
    public struct Dependencies: Sendable {
        /// Shows and ends sessions; nil for no screen.
        public let devices: Scoped<any SessionManaging>?
        /// Shows what happened to the account; nil for no screen of that.
        public let notices: Scoped<any SecurityNoticeListing>?
        /// Tells what happens to the account; nil where nobody tells.
        public let events: Scoped<any SecurityNoticeFollowing>?
        /// Where else one gets from the devices.
        public let links: @Sendable () -> [ScreenLink]

        /// Creates the dependencies.
        public init(
            devices: Scoped<any SessionManaging>?, notices: Scoped<any SecurityNoticeListing>? = nil,
            events: Scoped<any SecurityNoticeFollowing>? = nil,
            links: @escaping @Sendable () -> [ScreenLink] = { [] }
        ) {
            self.devices = devices
            self.notices = notices
            self.events = events
            self.links = links
        }
    }

    /// The name `sessions-screens`.
    public static let manifest = PluginManifest(
        id: "sessions-screens",
        summary: LocalizedText(en: "The devices in a browser", es: "Los dispositivos en un navegador"))

    /// Builds the screens.
    public static func assemble(_ dependencies: Dependencies) -> Assembly<Void> {
        guard let devices = dependencies.devices else { return Assembly() }
        var contributions = Contributions(
            DevicesScreen(devices: devices, links: dependencies.links).screen, to: Screens.self)
        contributions.add(
            NavigationItem(DevicesScreen.link, for: .people, isOfAccount: true), to: ScreenNavigation.self)
        if let notices = dependencies.notices {
            contributions.add(NoticesScreen(notices: notices, devices: devices).screen, to: Screens.self)
            contributions.add(
                NavigationItem(NoticesScreen.link, for: .people, isOfAccount: true), to: ScreenNavigation.self)
            contributions.add(NoticesScreen.permission, to: ScreenPermissions.self)
            contributions.add(
                NavigationNews(at: NoticesScreen.link.place) { browser in
                    try await notices(at: browser).notices().count { !$0.isSeen }
                }, to: ScreenNews.self)
        }
        contributions.add(ScreenStep(.listSessions, DevicesScreen.link), to: ScreenSteps.self)
        if let events = dependencies.events {
            contributions.add(AccountLive(events: events).source, to: LiveSources.self)
        }
        return Assembly(contributions: contributions)
    }
}
