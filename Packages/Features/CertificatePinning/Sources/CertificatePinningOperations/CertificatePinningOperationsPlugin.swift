import FoundationEssentials
import Localization
import OperatingAPI
public import PluginKit

/// Installs what operators do with pins: `pins key create`, `pins key show` and `pins sign`.
public enum CertificatePinningOperationsPlugin: Plugin {
    /// The name `certificate-pinning-operations`.
    public static let manifest = PluginManifest(
        id: "certificate-pinning-operations",
        summary: LocalizedText(en: "Signing documents of pins", es: "Firma de documentos de pines"))

    /// The commands.
    public static let declarations = Contributions(
        { PinOperatorCommands(access: $0, now: { Date() }).all }, to: OperatorCommands.self)

    /// Builds nothing: the commands work without a server.
    public static func assemble(_: Void) -> Assembly<Void> { Assembly() }
}
