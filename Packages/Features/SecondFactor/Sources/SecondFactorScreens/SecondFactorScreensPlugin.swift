import Localization
public import PluginKit
public import ScreensAPI
public import SecondFactorAPI

/// Installs the screen of second factors.
public enum SecondFactorScreensPlugin: Plugin {
    /// What the screen needs.
    public struct Dependencies: Sendable {
        /// Manages factors; nil for no screen.
        public let factors: Scoped<any FactorManaging>?

        /// Creates the dependencies.
        public init(factors: Scoped<any FactorManaging>?) {
            self.factors = factors
        }
    }

    /// The name `second-factor-screens`.
    public static let manifest = PluginManifest(
        id: "second-factor-screens",
        summary: LocalizedText(en: "The second factor in a browser", es: "El segundo factor en un navegador"))

    /// Builds the screen.
    public static func assemble(_ dependencies: Dependencies) -> Assembly<Void> {
        guard let factors = dependencies.factors else { return Assembly() }
        var contributions = Contributions(FactorsScreen(factors: factors).screen, to: Screens.self)
        contributions.add(
            NavigationItem(FactorsScreen.link, for: .people, isOfAccount: true), to: ScreenNavigation.self)
        return Assembly(contributions: contributions)
    }
}
