package import Localization
package import SecurityMetricsServiceAPI

/// What is looked for in events: more of them within a while than people make.
package struct PatternRule: Hashable, Sendable {
    /// What events are counted apart by.
    package enum Subject: Hashable, Sendable {
        /// The client's network: 24 bits, 48 of IPv6.
        case network
        /// The account.
        case account
        /// Nothing: the whole server.
        case server
    }

    /// What is counted of them.
    package enum Measure: Hashable, Sendable {
        /// How many accounts, or addresses that have none.
        case targets
        /// How many networks.
        case networks
        /// How many events.
        case events
    }

    /// Its stable name.
    package let name: String
    /// How much it matters when it is seen.
    package let severity: AuditSeverity
    /// What people read.
    package let title: LocalizedText
    /// What whoever runs the server can do.
    package let advice: LocalizedText
    /// The kinds of events that count.
    let kinds: Set<String>
    /// What words their cause has to have; none for any.
    let words: Set<String>
    /// The kinds that count against it: where many log in, many mistype.
    let against: Set<String>
    let subject: Subject
    let measure: Measure
    /// From how many on it is an incident.
    package let threshold: Int
    /// Within how long, in seconds.
    package let window: Double
    /// How large a share of what counts against it there has to be as well; nil where that is taken
    /// off.
    let share: Double?
    /// From how many networks it has to come at least; one is what the rules for networks are for.
    var leastNetworks = 1
    /// What is done by itself; nil for nothing.
    let answer: IncidentAnswer?

    /// For how long nothing may have come until an incident has ended, in seconds.
    var quiet: Double { max(900, window) }
}

extension PatternRule {
    private static let failures: Set<String> = ["login.refused", "login.locked"]

    /// All that are looked for, as docs/features/incidents.md has them.
    package static let all = [
        spraying, slowSpraying, distributedSpraying, distributedGuessing, tokenReuse, journey, tamperedDevice,
        registrations,
        recoveries,
    ]

    static let spraying = PatternRule(
        name: "spraying", severity: .warning,
        title: LocalizedText(
            en: "Logins to many accounts fail from one network",
            es: "Fallan inicios de sesión en muchas cuentas desde una red"),
        advice: blockNetwork, kinds: failures, words: [], against: ["login.accepted"], subject: .network,
        measure: .targets, threshold: 10, window: 600, share: nil, answer: .captcha)

    static let slowSpraying = PatternRule(
        name: "spraying-slow", severity: .warning,
        title: LocalizedText(
            en: "Logins to many accounts fail from one network, over hours",
            es: "Fallan inicios de sesión en muchas cuentas desde una red, durante horas"),
        advice: blockNetwork, kinds: failures, words: [], against: ["login.accepted"], subject: .network,
        measure: .targets, threshold: 20, window: 86_400, share: nil, answer: .captcha)

    static let distributedSpraying = PatternRule(
        name: "spraying-distributed", severity: .warning,
        title: LocalizedText(
            en: "Logins to many accounts fail, from many networks",
            es: "Fallan inicios de sesión en muchas cuentas, desde muchas redes"),
        advice: LocalizedText(
            en: "Remind people of a second factor, and of passwords that they use nowhere else.",
            es: "Recuerda a la gente el segundo factor, y contraseñas que no usen en otro sitio."),
        kinds: failures, words: [], against: ["login.accepted"], subject: .server, measure: .targets, threshold: 18,
        window: 300,
        share: 0.25, leastNetworks: 3, answer: .captcha)

    static let distributedGuessing = PatternRule(
        name: "guessing", severity: .warning,
        title: LocalizedText(
            en: "Logins to one account fail from many networks",
            es: "Fallan inicios de sesión en una cuenta desde muchas redes"),
        advice: LocalizedText(
            en: "The lock keeps them out. Suspend the account if its person asks you to.",
            es: "El bloqueo los deja fuera. Suspende la cuenta si su dueño te lo pide."),
        kinds: failures, words: [], against: [], subject: .account, measure: .networks, threshold: 5, window: 3_600,
        share: nil, answer: .letter)

    static let tokenReuse = PatternRule(
        name: "token-reuse", severity: .critical,
        title: LocalizedText(
            en: "Somebody has a copy of a session's token", es: "Alguien tiene una copia del testigo de una sesión"),
        advice: LocalizedText(
            en:
                "All sessions of the account ended, and its person got a letter. Ask them for the device, or its backups.",
            es: "Se cerraron todas las sesiones de la cuenta y la persona recibió una carta. Pregúntale por el "
                + "dispositivo, o sus copias de seguridad."),
        kinds: ["token.reused"], words: [], against: [], subject: .account, measure: .events, threshold: 1,
        window: 3_600, share: nil, answer: nil)

    static let journey = PatternRule(
        name: "journey", severity: .warning,
        title: LocalizedText(
            en: "Somebody logs in on a new device, from where its person can't be so soon",
            es: "Alguien inicia sesión en un dispositivo nuevo, desde donde la persona no puede estar tan pronto"),
        advice: LocalizedText(
            en: "Its person got a letter. Log the account out (accounts log-out) if they say that it wasn't them.",
            es: "La persona recibió una carta. Cierra las sesiones de la cuenta (accounts log-out) si dice que no fue "
                + "ella."),
        kinds: ["access.suspicious"], words: ["impossible_travel", "new_device"], against: [], subject: .account,
        measure: .events, threshold: 1, window: 3_600, share: nil, answer: nil)

    static let tamperedDevice = PatternRule(
        name: "tampered-device", severity: .critical,
        title: LocalizedText(
            en: "Somebody's device or program was tampered with",
            es: "El dispositivo o programa de alguien fue manipulado"),
        advice: LocalizedText(
            en:
                "Its client says so (audit show). Ask the person; if they don't know of it, end the account's sessions "
                + "(accounts log-out), and have them change the password from another device.",
            es:
                "Lo dice su cliente (audit show). Pregúntale a la persona; si no sabe de ello, cierra las sesiones de la "
                + "cuenta (accounts log-out) y que cambie la contraseña desde otro dispositivo."),
        kinds: ["device.tampered"], words: [], against: [], subject: .account, measure: .events, threshold: 1,
        window: 3_600, share: nil, answer: nil)

    static let registrations = PatternRule(
        name: "registrations", severity: .warning,
        title: LocalizedText(
            en: "Many accounts are made from one network", es: "Se crean muchas cuentas desde una red"),
        advice: LocalizedText(
            en: "Look at them (accounts list), and turn registration off for a while (plugins.disabled=registration).",
            es: "Míralas (accounts list) y desactiva el registro un tiempo (plugins.disabled=registration)."),
        kinds: ["account.registered"], words: [], against: [], subject: .network, measure: .targets, threshold: 15,
        window: 3_600, share: nil, answer: nil)

    static let recoveries = PatternRule(
        name: "recoveries", severity: .warning,
        title: LocalizedText(
            en: "Many passwords are to be recovered from one network",
            es: "Se pide recuperar muchas contraseñas desde una red"),
        advice: blockNetwork, kinds: ["mailed-proof.asked"], words: ["password-recovery"], against: [],
        subject: .network, measure: .events, threshold: 15, window: 3_600, share: nil, answer: .captcha)

    private static let blockNetwork = LocalizedText(
        en: "Look at its events (audit show), and block the network in your firewall if nobody of yours is there.",
        es: "Mira sus sucesos (audit show) y bloquea la red en tu cortafuegos si no hay nadie tuyo en ella.")
}

extension PatternRule {
    /// The rule of a name; nil for one that isn't there any more.
    package static func named(_ name: String) -> PatternRule? { all.first { $0.name == name } }
}
