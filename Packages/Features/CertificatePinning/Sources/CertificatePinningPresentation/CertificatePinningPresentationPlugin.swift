public import CertificatePinningAPI
import ConsoleAPI
public import FoundationEssentials
public import HTTPTransportAPI
import Localization
public import PluginKit

/// Installs the commands about pins.
public enum CertificatePinningPresentationPlugin: Plugin {
    /// What the commands need.
    public struct Dependencies: Sendable {
        let pins: any PinKeeping
        let chains: any ChainShowing
        let documents: any PinDocumentLoading
        let server: ServerAddress
        let now: @Sendable () -> Date

        /// Creates the dependencies.
        ///
        /// - Parameters:
        ///   - pins: Keeps the pins of the server.
        ///   - chains: Shows which keys servers have.
        ///   - documents: Loads documents from where they are published.
        ///   - server: The server that is used.
        ///   - now: The present time.
        public init(
            pins: any PinKeeping, chains: any ChainShowing, documents: any PinDocumentLoading, server: ServerAddress,
            now: @escaping @Sendable () -> Date = { Date() }
        ) {
            self.pins = pins
            self.chains = chains
            self.documents = documents
            self.server = server
            self.now = now
        }
    }

    /// The name `certificate-pinning-commands`.
    public static let manifest = PluginManifest(
        id: "certificate-pinning-commands", summary: LocalizedText(en: "The commands pins", es: "Las órdenes pins"))

    /// Builds the commands.
    public static func assemble(_ dependencies: Dependencies) -> Assembly<Void> {
        var contributions = Contributions(
            PinTexts.install, PinTexts.installByKey, PinTexts.installElsewhere, PinTexts.check,
            to: NextStepPlaces.self)
        let keeping = PinCommands(pins: dependencies.pins, documents: dependencies.documents, now: dependencies.now)
        let looking = ChainCommands(
            pins: dependencies.pins, chains: dependencies.chains, server: dependencies.server, now: dependencies.now)
        for command in keeping.all + looking.all { contributions.add(command, to: Commands.self) }
        return Assembly(contributions: contributions)
    }
}
