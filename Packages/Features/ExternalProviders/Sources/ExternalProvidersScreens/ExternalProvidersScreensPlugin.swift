public import ExternalProvidersAPI
import Localization
import LoginScreensAPI
public import PluginKit
public import ScreensAPI

/// Installs the ways through providers in a browser, and the screen of a person's
/// ways in.
public enum ExternalProvidersScreensPlugin: Plugin {
    /// What it needs.
    public struct Dependencies: Sendable {
        /// Signs in; nil for no screens.
        public let providers: Scoped<any ProviderSigningIn>?
        /// Shows and changes ways in; nil for no screens.
        public let ways: Scoped<any WaysInManaging>?
        /// Tells what was deleted; nil for no screens.
        public let deletions: Scoped<any ProviderDeletionReading>?
        /// Whether there are providers, so that people are led there.
        public let isOffered: Bool

        /// Creates the dependencies.
        public init(
            providers: Scoped<any ProviderSigningIn>?, ways: Scoped<any WaysInManaging>?,
            deletions: Scoped<any ProviderDeletionReading>?, isOffered: Bool
        ) {
            self.providers = providers
            self.ways = ways
            self.deletions = deletions
            self.isOffered = isOffered
        }
    }

    /// The name `external-providers-screens`.
    public static let manifest = PluginManifest(
        id: "external-providers-screens",
        summary: LocalizedText(
            en: "Other providers in a browser", es: "Otros proveedores en un navegador"))

    /// Builds it.
    public static func assemble(_ dependencies: Dependencies) -> Assembly<Void> {
        guard let providers = dependencies.providers, let ways = dependencies.ways else { return Assembly() }
        var contributions = Contributions()
        for screen in WaysInScreens(providers: providers, ways: ways).all {
            contributions.add(screen, to: Screens.self)
        }
        if let deletions = dependencies.deletions {
            contributions.add(DeletionScreen(deletions: deletions).screen, to: Screens.self)
        }
        guard dependencies.isOffered else { return Assembly(contributions: contributions) }
        for passage in ProviderPassages(providers: providers).all {
            contributions.add(passage, to: ScreenPassages.self)
        }
        contributions.add(ProviderSection(providers: providers).section, to: SignInSections.self)
        contributions.add(
            NavigationItem(WaysInScreens.link, for: .people, isOfAccount: true), to: ScreenNavigation.self)
        return Assembly(contributions: contributions)
    }
}
