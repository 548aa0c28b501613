import Localization
import OperatingAPI
public import PluginKit

/// Installs what operators do with the audit trail: `audit verify`, `show`, `export`, `head`,
/// `prove`, `key` and `begin`, with what was found in it: `incidents list`, `show`, `close` and `report`, and
/// how far it is forwarded: `forwarders list`.
public enum SecurityMetricsOperationsPlugin: Plugin {
    /// The name `security-metrics-operations`.
    public static let manifest = PluginManifest(
        id: "security-metrics-operations",
        summary: LocalizedText(en: "Looking after the audit trail", es: "Cuidado del registro de auditoría"))

    /// The commands.
    public static let declarations = Contributions(
        {
            AuditCommands(access: $0).all + AuditReadingCommands(access: $0).all
                + [AuditBeginning(access: $0).begin] + IncidentCommands(access: $0).all
                + [IncidentReportCommand(access: $0).report, ForwarderCommands(access: $0).list]
        }, to: OperatorCommands.self)

    /// Builds nothing: the commands work without a server.
    public static func assemble(_: Void) -> Assembly<Void> { Assembly() }
}
