package import ConfigurationAPI
import Localization

/// What operators set of invitations.
package enum InvitationSettings {
    /// No invitation is good for longer, whatever was set when it was made.
    static let longest = Duration.seconds(30 * 86_400)

    /// For how long an invitation is good.
    package static let lifetime = ConfigurationKey(
        "accounts.invitation_lifetime", default: Duration.seconds(7 * 86_400),
        allowed: .range(.seconds(3_600)...longest),
        summary: LocalizedText(
            en: "For how long an invitation to make an account is good",
            es: "Cuánto vale una invitación para crear una cuenta"))

    static let section = ConfigurationSection(LocalizedText(en: "Invitations", es: "Invitaciones"), lifetime)
}
