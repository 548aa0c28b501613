import Localization
public import PluginKit
public import ScreensAPI

/// Installs the screens on which a person decides for one browser: how screens are,
/// and what they may use.
public enum PreferencesScreensPlugin: Plugin {
    /// What the screens need.
    public struct Dependencies: Sendable {
        /// Whether there are screens for people to look at.
        public let isShown: Bool

        /// What the screens of all plugins ask for.
        public let permissions: @Sendable () -> [ScreenPermission]

        /// Creates the dependencies.
        public init(isShown: Bool = true, permissions: @escaping @Sendable () -> [ScreenPermission]) {
            self.isShown = isShown
            self.permissions = permissions
        }
    }

    /// The name `preferences-screens`.
    public static let manifest = PluginManifest(
        id: "preferences-screens",
        summary: LocalizedText(en: "Preferences in a browser", es: "Las preferencias en un navegador"))

    /// Builds the screens.
    public static func assemble(_ dependencies: Dependencies) -> Assembly<Void> {
        guard dependencies.isShown else { return Assembly() }
        var contributions = Contributions()
        contributions.add(
            PreferencesScreen.screen, PermissionsScreen(permissions: dependencies.permissions).screen, to: Screens.self)
        contributions.add(
            NavigationItem(PreferencesScreen.link, for: .strangers, isLast: true), to: ScreenNavigation.self)
        contributions.add(
            NavigationItem(PreferencesScreen.link, for: .people, isOfAccount: true),
            NavigationItem(PermissionsScreen.link, for: .people, isOfAccount: true), to: ScreenNavigation.self)
        return Assembly(contributions: contributions)
    }
}
