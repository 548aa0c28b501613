import ConfigurationAPI
import Localization

/// What operators set of second factors.
enum FactorSettings {
    static let lossDelay = ConfigurationKey(
        "second_factor.loss_delay", default: Duration.seconds(7 * 86_400),
        allowed: .range(.zero ... .seconds(60 * 86_400)),
        summary: LocalizedText(
            en: "How long a second factor stays in force that its person has lost",
            es: "Cuánto sigue activo un segundo factor que su dueño ha perdido"),
        detail: "In it the person is written to and can take it back. 0s: only the operator takes a factor away.")

    static let mayBeLeftOut = ConfigurationKey(
        "second_factor.may_be_left_out", default: false,
        summary: LocalizedText(
            en: "Whether the server starts without the plugin though people have turned a second factor on",
            es: "Si el servidor arranca sin el complemento aunque haya quien activó un segundo factor"),
        detail: "With `second-factor` in `plugins.disabled`. Their passwords alone are enough then.")

    static let section = ConfigurationSection(
        LocalizedText(en: "Second factor", es: "Segundo factor"), lossDelay, mayBeLeftOut)

    /// People turned on what nobody asks for.
    static func leftOut(_ count: Int) -> UnusableSettings {
        UnusableSettings(
            ["plugins.disabled", mayBeLeftOut.name],
            LocalizedText(
                en: "Accounts that asked for a second factor: \(count). plugins.disabled leaves out second-factor, so "
                    + "their passwords alone would be enough. The server does not start, and nothing was changed. Take "
                    + "second-factor out of plugins.disabled or, if you mean it, set second_factor.may_be_left_out to "
                    + "true.",
                es:
                    "Cuentas que pidieron un segundo factor: \(count). plugins.disabled desactiva second-factor, así que "
                    + "bastarían sus contraseñas. El servidor no arranca y no se cambió nada. Quita second-factor de "
                    + "plugins.disabled o, si es lo que quieres, pon second_factor.may_be_left_out en true."))
    }
}
