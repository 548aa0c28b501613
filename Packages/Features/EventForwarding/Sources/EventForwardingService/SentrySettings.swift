import ConfigurationAPI
import Localization
import SecurityMetricsServiceAPI

/// How much an event has to matter; the words are those of the trail.
enum LeastSeverity: String, CaseIterable, ConfigurationValue {
    case info, notice, warning, critical

    /// Whether an event matters enough.
    func includes(_ severity: AuditSeverity) -> Bool {
        AuditSeverity(rawValue: rawValue).map { severity >= $0 } ?? true
    }
}

/// What operators set of Sentry.
enum SentrySettings {
    static let dsnFile = ConfigurationKey<String?>(
        "metrics.forward.sentry.dsn_file", default: nil,
        summary: LocalizedText(
            en: "The file with the DSN of the Sentry project that gets security events",
            es: "El archivo con el DSN del proyecto de Sentry que recibe los sucesos de seguridad"),
        detail: "One line, as Sentry shows it. Read whenever it is needed.")

    static let severity = ConfigurationKey(
        "metrics.forward.sentry.severity", default: LeastSeverity.warning,
        summary: LocalizedText(
            en: "How much an event has to matter to be sent to Sentry",
            es: "Qué importancia debe tener un suceso para enviarse a Sentry"),
        detail: "That and worse. Each event counts against the project's quota.")

    static let personal = ConfigurationKey(
        "metrics.forward.sentry.personal", default: false,
        summary: LocalizedText(en: "Whether Sentry gets personal data", es: "Si Sentry recibe datos personales"),
        detail: "[What that is](features/forwarding.md#nothing-personal).")

    static let section = ConfigurationSection(
        LocalizedText(en: "Forwarding to Sentry", es: "Reenvío a Sentry"), dsnFile, severity, personal)
}
