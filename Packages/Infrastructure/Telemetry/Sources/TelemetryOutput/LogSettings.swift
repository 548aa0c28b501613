public import ConfigurationAPI
import Localization
import TelemetryAPI

/// What operators set of the log.
enum LogSettings {
    static let level = ConfigurationKey(
        "log.level", default: LogLevel.info,
        summary: LocalizedText(
            en: "The least severe messages to log", es: "Los mensajes menos graves que se registran"),
        detail: "SIGHUP takes a new value.", isReloadable: true)
    static let format = ConfigurationKey(
        "log.format", default: TelemetryPlugin.Format.text,
        summary: LocalizedText(en: "The form of log lines", es: "La forma de las líneas del registro"),
        detail: "They go to standard error.")
    static let section = ConfigurationSection(LocalizedText(en: "Log", es: "Registro de sucesos"), level, format)
}

extension TelemetryPlugin.Format: ConfigurationValue {}
