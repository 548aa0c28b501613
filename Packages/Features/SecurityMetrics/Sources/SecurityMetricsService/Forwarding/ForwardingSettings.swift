import ConfigurationAPI
import Localization

/// What operators set of all forwarders.
enum ForwardingSettings {
    static let keeping = ConfigurationKey(
        "metrics.forward.keep", default: Duration.seconds(7 * 86_400),
        allowed: .range(.seconds(3_600) ... .seconds(400 * 86_400)),
        summary: LocalizedText(
            en: "For how long an event waits for a receiver that can't be reached",
            es: "Cuánto espera un suceso a un receptor inalcanzable"),
        detail:
            "What is older is passed over, which the log, the audit trail and the receiver are told. Events that "
            + "`audit.retention` has removed are passed over as well.")

    static let section = ConfigurationSection(
        LocalizedText(en: "Forwarding of security events", es: "Reenvío de sucesos de seguridad"), keeping)
}
