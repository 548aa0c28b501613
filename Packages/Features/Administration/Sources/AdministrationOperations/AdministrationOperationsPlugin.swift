import Localization
import OperatingAPI
public import PluginKit

/// Installs who makes administrators: `admin invite`, `withdraw`, `list` and `remove`.
public enum AdministrationOperationsPlugin: Plugin {
    /// The name `administration-operations`.
    public static let manifest = PluginManifest(
        id: "administration-operations",
        summary: LocalizedText(en: "Making administrators", es: "Nombrar a quien administra"))

    /// The commands, and what is kept of them.
    public static let declarations = {
        var declared = Contributions({ AdministratorCommands(access: $0).all }, to: OperatorCommands.self)
        declared.add(.administratorInvited, .invitationsWithdrawn, .administratorRemoved, to: OperatorDeeds.self)
        return declared
    }()

    /// Builds nothing: the commands work without a server.
    public static func assemble(_: Void) -> Assembly<Void> { Assembly() }
}

extension OperatorDeed {
    static let administratorInvited = OperatorDeed(
        "administrator-invited",
        LocalizedText(en: "An invitation for an administrator was made", es: "Se hizo una invitación para administrar"))
    static let invitationsWithdrawn = OperatorDeed(
        "administrator-invitations-withdrawn",
        LocalizedText(
            en: "The open invitations for administrators were taken back",
            es: "Se anularon las invitaciones pendientes para administrar"))
    static let administratorRemoved = OperatorDeed(
        "administrator-removed",
        LocalizedText(
            en: "An operator removed an administrator", es: "Quien tiene la máquina quitó a quien administraba"))
}
