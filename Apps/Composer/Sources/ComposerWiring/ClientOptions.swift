import ConsoleAPI
import ConsoleTerminal
import HTTPTransportAPI
import Localization
import TelemetryAPI

/// What holds for every command of the client.
struct ClientOptions: Sendable {
    static let version = "1.0.0"

    let server: ServerAddress
    let home: String
    let profile: String
    let language: Language
    let authorityFile: String?
    let passphraseFile: String?
    /// How much the kept pictures may take in all.
    let imageCacheBytes: Int
    let logLevel: LogLevel
    /// Whether what waits for a connection is sent before the command runs; the
    /// commands of the queue see to it themselves.
    let sendsWhatWaits: Bool
    /// Whether the command runs until a signal, to which it listens itself.
    let runsUntilSignal: Bool

    private static let serverOption = Parameter<String?>.optional(
        "server",
        ValueFormat(
            placeholder: LocalizedText(verbatim: "URL"), expectation: ValueFormat<String>.text.expectation
        ) { $0.isEmpty ? nil : $0 }, environment: "ESSENTIAL_SERVER",
        summary: LocalizedText(
            en: "The server, for this time (else that of the profile's last login, the first one named, or "
                + "http://127.0.0.1:8080)",
            es: "El servidor, para esta vez (si no, el de la última sesión del perfil, el primero indicado, o "
                + "http://127.0.0.1:8080)"))
    private static let homeOption = Parameter<String?>.optional(
        "home", .folder, environment: "ESSENTIAL_HOME",
        summary: LocalizedText(
            en: "The folder for the vault and the cache", es: "La carpeta de la caja fuerte y la caché"))
    private static func profileOption(_ environment: [String: String]) -> Parameter<String> {
        .option(
            "profile", profileName(environment), default: "default", environment: "ESSENTIAL_PROFILE",
            summary: LocalizedText(
                en: "The profile: each has its own server and session",
                es: "El perfil: cada uno tiene su servidor y su sesión"))
    }
    private static let authorityOption = Parameter<String?>.optional(
        "ca-file", .file, environment: "ESSENTIAL_CA_FILE",
        summary: LocalizedText(
            en: "Trust the certificates of this PEM file instead of the system's; remembered with the server",
            es: "Confía en los certificados de este archivo PEM y no en los del sistema; se recuerda con el servidor"))
    private static let passphraseOption = Parameter<String?>.optional(
        "passphrase-file", .file, environment: "ESSENTIAL_PASSPHRASE_FILE",
        summary: LocalizedText(
            en: "Read the vault's pass phrase from this file that only you can read, instead of asking",
            es: "Lee la frase de paso de este archivo que solo tú puedes leer, en lugar de preguntar"))
    private static let imageCacheOption = Parameter<Int?>.optional(
        "image-cache", .byteCount, environment: "ESSENTIAL_IMAGE_CACHE",
        summary: LocalizedText(
            en: "How much the kept pictures may take (50MB)",
            es: "Cuánto pueden ocupar las imágenes guardadas (50MB)"))
    private static let verboseOption = Parameter.flag(
        "verbose", short: "v",
        summary: LocalizedText(
            en: "Say what is done, on standard error", es: "Cuenta lo que se hace, por la salida de errores"))

    /// The parameters of the program.
    static func parameters(_ environment: [String: String]) -> [any CommandParameter] {
        [
            serverOption, homeOption, profileOption(environment), authorityOption, passphraseOption,
            imageCacheOption, verboseOption,
        ]
    }

    /// Those that say whose things a call is about; the server is remembered.
    static func context(_ environment: [String: String]) -> [any CommandParameter] {
        [homeOption, profileOption(environment)]
    }

    /// The variables that no parameter stands for.
    static let variables = [
        ProgramDescription.Entry(
            "ESSENTIAL_PICTURES",
            LocalizedText(
                en: "How the terminal draws pictures, if it doesn't say so itself: kitty, sixel, blocks or none",
                es: "Cómo dibuja imágenes la terminal, si no lo dice ella: kitty, sixel, blocks o none"))
    ]

    /// Where it keeps what is whose.
    static let files = [
        ProgramDescription.Entry(
            "~/.local/share/essential/profiles/",
            LocalizedText(
                en:
                    "A folder for each profile: which server it speaks to, and for each server the encrypted vault, what "
                    + "waits for a connection, and pictures that were looked at. ESSENTIAL_HOME names another place.",
                es: "Una carpeta por perfil: con qué servidor habla y, por servidor, la bóveda cifrada, lo que espera "
                    + "conexión y las imágenes vistas. ESSENTIAL_HOME nombra otro lugar."))
    ]
    /// What it does when it is told to end.
    static let signals = [
        ProgramDescription.Entry(
            "SIGINT, SIGTERM",
            LocalizedText(
                en: "End the command. What was begun is completed or undone, and nothing that was written is lost.",
                es: "Terminan la orden. Lo empezado se completa o se deshace, y nada de lo escrito se pierde."))
    ]

    private static func profileName(_ environment: [String: String]) -> ValueFormat<String> {
        ValueFormat(
            placeholder: LocalizedText(en: "NAME", es: "NOMBRE"),
            expectation: LocalizedText(
                en: "a word of letters, digits, hyphens and underscores",
                es: "una palabra de letras, cifras, guiones y guiones bajos"),
            completion: .found { ClientPlaces.profiles(in: $0[homeOption] ?? defaultHome(environment)) },
            parse: profileName)
    }

    private static func profileName(_ word: String) -> String? {
        let isWord = word.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
                true
            default: false
            }
        }
        return (1...64).contains(word.utf8.count) && isWord ? word : nil
    }

    /// Reads the options of a command line.
    init(_ request: CommandLineProgram.Request, environment: [String: String]) throws(CommandFailure) {
        home = request[Self.homeOption] ?? Self.defaultHome(environment)
        profile = request[Self.profileOption(environment)]
        language = request.language
        passphraseFile = request[Self.passphraseOption]
        imageCacheBytes = request[Self.imageCacheOption] ?? 50_000_000
        // Failures are told in sentences; with --json, standard error has one
        // object and nothing else.
        logLevel = request[Self.verboseOption] ? .debug : .critical
        sendsWhatWaits = request.firstWord != "queue"
        runsUntilSignal = request.firstWord == "app"
        guard let usual = ServerAddress("http://127.0.0.1:8080") else {
            preconditionFailure("the default address is one")
        }
        let memory = ClientPlaces.memory(home: home, profile: profile)
        if let text = request[Self.serverOption] {
            do throws(ServerAddressError) {
                server = try ServerAddress(parsing: text)
            } catch {
                throw .usage(error.text)
            }
        } else if request.concernsProgram {
            // Who asks for help is told how all the same.
            server = (try? memory.remembered(otherwise: usual)) ?? usual
        } else {
            server = try memory.remembered(otherwise: usual) ?? usual
        }
        let places = ClientPlaces(home: home, profile: profile, server: server)
        if !request.concernsProgram {
            try places.checkFolders()
            if request[Self.serverOption] != nil { memory.adopt(server, usual: usual) }
        }
        let authorities = ServerAuthorities(path: places.authorities)
        if let file = request[Self.authorityOption], !request.concernsProgram {
            authorityFile = try authorities.adopt(file)
        } else {
            authorityFile = authorities.remembered
        }
    }

    /// XDG Base Directory Specification, 0.8.
    private static func defaultHome(_ environment: [String: String]) -> String {
        if let data = environment["XDG_DATA_HOME"], data.hasPrefix("/") { return data + "/essential" }
        return (environment["HOME"] ?? ".") + "/.local/share/essential"
    }
}
