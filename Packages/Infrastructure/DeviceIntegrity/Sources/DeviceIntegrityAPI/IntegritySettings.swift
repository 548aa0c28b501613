public import ConfigurationAPI
import FoundationEssentials
import Localization

/// The settings of a policy: the server's are among its others, the client's in files of their own.
public struct IntegritySettings: Sendable {
    private let device: ConfigurationKey<IntegrityReaction>
    private let debugger: ConfigurationKey<IntegrityReaction>
    private let program: ConfigurationKey<IntegrityReaction>
    private let ignored = ConfigurationKey<[String]>(
        "integrity.ignored", default: [],
        allowed: .matching(
            LocalizedText(
                en: "names that `integrity` shows, such as running_as_root",
                es: "nombres que muestra `integrity`, como running_as_root"),
            { $0.allSatisfy { IntegrityFinding.Kind(rawValue: $0) != nil } }),
        summary: LocalizedText(
            en: "What is found at the start and doesn't count", es: "Lo que se halla al arrancar y no cuenta"),
        detail: "By the codes of `essentiald integrity`, such as `running_as_root`.")
    private let libraries = ConfigurationKey<[String]>(
        "integrity.libraries", default: [],
        summary: LocalizedText(
            en: "The libraries that are meant to be loaded before the program's own",
            es: "Las bibliotecas que deben cargarse antes que las del programa"),
        detail: "As `essentiald integrity` names them: an allocator, for example.")
    private let isEnforced = ConfigurationKey(
        "integrity.enforced", default: false,
        summary: LocalizedText(
            en: "Whether a development build reacts to what is found at the start, as a release does",
            es: "Si una compilación de desarrollo reacciona a lo hallado al arrancar, como una publicada"),
        detail: "A release always does.")
    /// The client's alone.
    private let tellsServer: ConfigurationKey<Bool>?
    private let key = ConfigurationKey<String?>(
        "integrity.key", default: nil,
        allowed: .matching(
            LocalizedText(
                en: "the public half of a key of Ed25519: 43 characters of base64url",
                es: "la mitad pública de una clave Ed25519: 43 caracteres en base64url"),
            { $0 == nil || $0?.utf8.count == 43 }),
        summary: LocalizedText(
            en: "The key that signed the program, if it has none built in",
            es: "La clave que firmó el programa, si no lleva ninguna incorporada"),
        detail:
            "The public half, as `Tools/setup/sign-program.sh` prints it; for programs that you build and sign yourself."
    )

    /// The client's alone, and so in no list of the server's settings.
    private static let telling = "integrity.tell"

    /// Settings of the server, which has no vault.
    public static let server = IntegritySettings(reactions: [.ignore, .warn, .deny], tellsServer: nil)
    /// Settings of the client.
    public static let client = IntegritySettings(
        reactions: IntegrityReaction.allCases,
        tellsServer: ConfigurationKey(
            telling, default: false,
            summary: LocalizedText(
                en: "Whether the server is told of what is found at the start",
                es: "Si se informa al servidor de lo hallado al arrancar"),
            detail: "As an event of the session, by its code and nothing else."))

    private init(reactions: [IntegrityReaction], tellsServer: ConfigurationKey<Bool>?) {
        self.tellsServer = tellsServer

        let names = reactions.map(\.rawValue).joined(separator: ", ")
        func key(_ violation: IntegrityViolation, _ name: String, _ summary: LocalizedText, _ detail: String)
            -> ConfigurationKey<IntegrityReaction>
        {
            ConfigurationKey(
                name, default: IntegrityPolicy.standard[violation] ?? .warn,
                allowed: .matching(LocalizedText(en: "one of \(names)", es: "uno de \(names)"), reactions.contains),
                summary: summary, detail: detail)
        }
        device = key(
            .device, "integrity.device",
            LocalizedText(
                en: "What to do at a start on a device that was tampered with",
                es: "Qué hacer al arrancar en un dispositivo manipulado"),
            "`ignore`, `warn` or `deny`; [what is looked for](features/device-integrity.md).")
        debugger = key(
            .debugger, "integrity.debugger",
            LocalizedText(
                en: "What to do at a start under a debugger", es: "Qué hacer al arrancar bajo un depurador"),
            "`ignore`, `warn` or `deny`.")
        program = key(
            .program, "integrity.program",
            LocalizedText(
                en: "What to do where the program isn't the one that was signed",
                es: "Qué hacer si el programa no es el que se firmó"),
            "`ignore`, `warn` or `deny`; a build that nobody signed is never refused.")
    }

    /// How they are declared.
    public var section: ConfigurationSection {
        let title = LocalizedText(en: "Integrity", es: "Integridad")
        guard let tellsServer else {
            return ConfigurationSection(title, device, debugger, program, ignored, libraries, isEnforced, key)
        }
        return ConfigurationSection(
            title, device, debugger, program, ignored, libraries, isEnforced, tellsServer, key)
    }

    /// What they say.
    public func policy(in configuration: Configuration) -> IntegrityPolicy {
        IntegrityPolicy(
            reactions: [
                .device: configuration[device], .debugger: configuration[debugger], .program: configuration[program],
            ],
            ignored: Set(configuration[ignored].compactMap(IntegrityFinding.Kind.init(rawValue:))),
            libraries: Set(configuration[libraries]), isEnforced: configuration[isEnforced],
            tellsServer: tellsServer.map { configuration[$0] } ?? false, key: configuration[key])
    }
}
