import ConfigurationAPI
import Localization

/// What operators set of the collector of syslog.
enum SyslogSettings {
    static let server = ConfigurationKey<SyslogServer?>(
        "metrics.forward.syslog.server", default: nil,
        summary: LocalizedText(
            en: "The collector of syslog that gets security events, over TLS",
            es: "El recolector de syslog que recibe los sucesos de seguridad, sobre TLS"),
        detail: "Port 6514 if it says none. [How](features/forwarding.md#syslog).")

    static let authorityFile = ConfigurationKey<String?>(
        "metrics.forward.syslog.ca_file", default: nil,
        summary: LocalizedText(
            en: "The PEM file of the authorities to trust there instead of the system's",
            es: "El archivo PEM de las autoridades en que confiar allí en lugar de las del sistema"))

    static let certificateFile = ConfigurationKey<String?>(
        "metrics.forward.syslog.certificate_file", default: nil,
        summary: LocalizedText(
            en: "The PEM file of the certificate by which the collector knows this server",
            es: "El archivo PEM del certificado por el que el recolector conoce este servidor"),
        detail: "With the next one, for a collector that asks for it.")

    static let keyFile = ConfigurationKey<String?>(
        "metrics.forward.syslog.key_file", default: nil,
        summary: LocalizedText(
            en: "The PEM file of that certificate's key", es: "El archivo PEM de la clave de ese certificado"))

    static let facility = ConfigurationKey(
        "metrics.forward.syslog.facility", default: SyslogFacility.authpriv,
        summary: LocalizedText(
            en: "As what the collector files the events", es: "Como qué archiva el recolector los sucesos"))

    static let hostname = ConfigurationKey<String?>(
        "metrics.forward.syslog.hostname", default: nil,
        allowed: .matching(
            LocalizedText(
                en: "1 to 255 visible characters of ASCII", es: "de 1 a 255 caracteres visibles de ASCII")
        ) { $0.map { SyslogFormat.hostname($0) == $0 } ?? true },
        summary: LocalizedText(
            en: "What this server is called in messages of syslog",
            es: "Cómo se llama este servidor en los mensajes de syslog"),
        detail: "The name of the machine if left out.")

    static let enterprise = ConfigurationKey(
        "metrics.forward.syslog.enterprise", default: 32_473, allowed: .range(0...Int(UInt32.max)),
        summary: LocalizedText(
            en: "Whose the names in messages of syslog are, by the number that IANA gave you",
            es: "De quién son los nombres en los mensajes de syslog, por el número que te dio IANA"),
        detail: "RFC 5424 wants a private enterprise number there; 32473 is the one for examples (RFC 5612).")

    static let personal = ConfigurationKey(
        "metrics.forward.syslog.personal", default: false,
        summary: LocalizedText(
            en: "Whether the collector of syslog gets personal data",
            es: "Si el recolector de syslog recibe datos personales"),
        detail: "[What that is](features/forwarding.md#nothing-personal).")

    static let section = ConfigurationSection(
        LocalizedText(en: "Forwarding to syslog", es: "Reenvío a syslog"), server, authorityFile, certificateFile,
        keyFile, facility, hostname, enterprise, personal
    ) { configuration in
        let files = [authorityFile, certificateFile, keyFile].filter { configuration[$0] != nil }
        if configuration[server] == nil, let file = files.first {
            return [UnusableSettings.missing(server.name, beside: file.name)]
        }
        switch (configuration[certificateFile], configuration[keyFile]) {
        case (_?, nil): return [UnusableSettings.missing(keyFile.name, beside: certificateFile.name)]
        case (nil, _?): return [UnusableSettings.missing(certificateFile.name, beside: keyFile.name)]
        default: return []
        }
    }
}
