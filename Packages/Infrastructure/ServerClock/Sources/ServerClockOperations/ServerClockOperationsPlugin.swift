import Localization
import OperatingAPI
public import PluginKit

/// Installs what operators do about the time: `clock accept`.
public enum ServerClockOperationsPlugin: Plugin {
    /// The name `clock-operations`.
    public static let manifest = PluginManifest(
        id: "clock-operations",
        summary: LocalizedText(en: "Takes the operator's word for the time", es: "Acepta la hora del operador"))

    /// The command, and what is kept of it.
    public static let declarations = {
        var declared = Contributions({ ClockCommands(access: $0).all }, to: OperatorCommands.self)
        declared.add(.clockAccepted, to: OperatorDeeds.self)
        return declared
    }()

    /// Builds nothing: the command works without a server.
    public static func assemble(_: Void) -> Assembly<Void> { Assembly() }
}

extension OperatorDeed {
    static let clockAccepted = OperatorDeed(
        "clock-accepted",
        LocalizedText(
            en: "An operator took the machine's clock for right", es: "Quien administra dio por bueno el reloj"))
}
