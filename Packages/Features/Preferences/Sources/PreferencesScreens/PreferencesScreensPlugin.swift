import Localization
public import PluginKit
import ScreensAPI

/// Installs the screen on which a person chooses how screens are in their browser.
public enum PreferencesScreensPlugin: Plugin {
    /// What the screen needs.
    public struct Dependencies: Sendable {
        /// Whether there are screens for people to look at.
        public let isShown: Bool

        /// Creates the dependencies.
        public init(isShown: Bool = true) {
            self.isShown = isShown
        }
    }

    /// The name `preferences-screens`.
    public static let manifest = PluginManifest(
        id: "preferences-screens",
        summary: LocalizedText(en: "Preferences in a browser", es: "Las preferencias en un navegador"))

    /// Builds the screen.
    public static func assemble(_ dependencies: Dependencies) -> Assembly<Void> {
        guard dependencies.isShown else { return Assembly() }
        var contributions = Contributions(PreferencesScreen.screen, to: Screens.self)
        contributions.add(NavigationItem(PreferencesScreen.link, for: .strangers), to: ScreenNavigation.self)
        contributions.add(
            NavigationItem(PreferencesScreen.link, for: .people, isOfAccount: true), to: ScreenNavigation.self)
        return Assembly(contributions: contributions)
    }
}
