package import ConfigurationAPI
import Localization

/// Whether clients of Supabase Auth are answered.
package enum SupabaseSettings {
    /// Nobody is, unless an operator says so: it is one more door, and what comes in by it is
    /// bound to no key.
    package static let isEnabled = ConfigurationKey(
        "supabase.enabled", default: false,
        summary: LocalizedText(
            en: "Whether clients of Supabase Auth are answered, below `/auth/v1`",
            es: "Si se responde a los clientes de Supabase Auth, bajo `/auth/v1`"),
        detail: "Their sessions are bound to no key, so with `tokens.require_dpop` they begin none.")

    static let section = ConfigurationSection(
        LocalizedText(en: "Clients of Supabase", es: "Clientes de Supabase"), isEnabled)
}
