import Localization
public import LoginScreensAPI
public import PluginKit
public import ScreensAPI
public import SecondFactorAPI

/// Installs the screen of second factors.
public enum SecondFactorScreensPlugin: Plugin {
    /// What the screen needs.
    public struct Dependencies: Sendable {
        /// Manages factors; nil for no screen.
        public let factors: Scoped<any FactorManaging>?
        /// How people prove once more who they are, beside the password.
        public let ways: @Sendable () -> [AuthenticationWay]

        /// Creates the dependencies.
        public init(
            factors: Scoped<any FactorManaging>?, ways: @escaping @Sendable () -> [AuthenticationWay] = { [] }
        ) {
            self.factors = factors
            self.ways = ways
        }
    }

    /// The name `second-factor-screens`.
    public static let manifest = PluginManifest(
        id: "second-factor-screens",
        summary: LocalizedText(en: "The second factor in a browser", es: "El segundo factor en un navegador"))

    /// Builds the screen.
    public static func assemble(_ dependencies: Dependencies) -> Assembly<Void> {
        guard let factors = dependencies.factors else { return Assembly() }
        var contributions = Contributions(
            FactorsScreen(factors: factors, ways: dependencies.ways).screen, to: Screens.self)
        contributions.add(
            NavigationItem(FactorsScreen.link, for: .people, isOfAccount: true), to: ScreenNavigation.self)
        return Assembly(contributions: contributions)
    }
}
