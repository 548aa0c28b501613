import Localization
import OperatingAPI
public import PluginKit

/// Installs what operators do about the time: `clock accept`.
public enum ServerClockOperationsPlugin: Plugin {
    /// The name `clock-operations`.
    public static let manifest = PluginManifest(
        id: "clock-operations",
        summary: LocalizedText(en: "Takes the operator's word for the time", es: "Acepta la hora del operador"))

    /// The command.
    public static let declarations = Contributions({ ClockCommands(access: $0).all }, to: OperatorCommands.self)

    /// Builds nothing: the command works without a server.
    public static func assemble(_: Void) -> Assembly<Void> { Assembly() }
}
