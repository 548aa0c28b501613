public import ConfigurationAPI
import HTTPServingAPI
import Localization
import PlacesAPI
public import PluginKit
public import TelemetryAPI

/// Knows the places of networks by a file that an operator names.
public enum PlacesPlugin: Plugin {
    /// What the plugin needs.
    public struct Dependencies: Sendable {
        let configuration: Configuration
        let log: Logger
        let clock: any Clock<Duration>

        /// Creates the dependencies.
        ///
        /// - Parameters:
        ///   - configuration: Where the file is, if there is one.
        ///   - log: Hears when it was replaced.
        ///   - clock: Says when to look for that.
        public init(_ configuration: Configuration, log: Logger, clock: any Clock<Duration> = ContinuousClock()) {
            self.configuration = configuration
            self.log = log
            self.clock = clock
        }
    }

    /// The name `places`.
    public static let manifest = PluginManifest(
        id: "places",
        summary: LocalizedText(en: "Knows where networks are", es: "Sabe dónde están las redes"))

    /// Where the file is.
    public static let declarations = Contributions(PlacesSettings.section, to: ConfigurationSections.self)

    /// Builds the locator, which reads the file at start; without a file there is none.
    public static func assemble(_ dependencies: Dependencies) -> Assembly<Void> {
        guard let path = dependencies.configuration[PlacesSettings.file] else { return Assembly() }
        let places = ReplaceablePlaces(path: path, clock: dependencies.clock, log: dependencies.log.labelled("places"))
        var contributions = Contributions(places, to: PlaceLocators.self)
        contributions.add(HealthCheck("places") { places.health }, to: HealthChecks.self)
        return Assembly(services: [places], contributions: contributions)
    }
}
