import Localization
import OperatingAPI
public import PluginKit

/// Installs what operators do about invitations: `accounts invite`, `invitations` and `uninvite`.
public enum RegistrationOperationsPlugin: Plugin {
    /// The name `registration-operations`.
    public static let manifest = PluginManifest(
        id: "registration-operations",
        summary: LocalizedText(en: "Inviting people to make an account", es: "Invitar a crear una cuenta"))

    /// The commands, and what is kept of them.
    public static let declarations = {
        var declared = Contributions({ InvitationCommands(access: $0).all }, to: OperatorCommands.self)
        declared.add(.personInvited, .invitationWithdrawn, to: OperatorDeeds.self)
        return declared
    }()

    /// Builds nothing: the commands work without a server.
    public static func assemble(_: Void) -> Assembly<Void> { Assembly() }
}

extension OperatorDeed {
    static let personInvited = OperatorDeed(
        "person-invited",
        LocalizedText(en: "An operator invited somebody", es: "Quien administra invitó a alguien"))
    static let invitationWithdrawn = OperatorDeed(
        "invitation-withdrawn",
        LocalizedText(en: "An operator took an invitation back", es: "Quien administra anuló una invitación"))
}
