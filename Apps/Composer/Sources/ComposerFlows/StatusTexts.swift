import ConsoleAPI
import CoreModels
import FoundationEssentials
import Localization
import OfflineQueueAPI
import SecureStorageAPI

/// What the command of the program's state says.
enum StatusTexts {
    static let summary = LocalizedText(
        en: "Show how things stand: server, session, vault, cache, and what waits",
        es: "Muestra cómo está todo: servidor, sesión, caja fuerte, caché y lo que espera")
    static let discussion = LocalizedText(
        en: "Nothing is changed. The command succeeds also when the server can't be reached.",
        es: "No se cambia nada. La orden acaba bien aunque no se pueda contactar con el servidor.")
    static let example = LocalizedText(en: "look before you ask for help", es: "mira antes de pedir ayuda")
    static let server = LocalizedText(en: "Server", es: "Servidor")
    static let session = LocalizedText(en: "Session", es: "Sesión")
    static let vault = LocalizedText(en: "Vault", es: "Caja fuerte")
    static let feed = LocalizedText(en: "Saved feed", es: "Novedades guardadas")

    static let audit = LocalizedText(en: "Audit trail", es: "Auditoría")

    /// Since when it is known that the server's trail is the one that was seen.
    static func confirmed(_ date: Date?, at now: Date) -> LocalizedText {
        guard let date else { return LocalizedText(en: "not confirmed yet", es: "sin confirmar todavía") }
        let time = LocalizedText.since(date, at: now)
        return LocalizedText(
            en: "goes on from what this device saw, as of \(time.english)",
            es: "continúa desde lo que vio este dispositivo, comprobado \(time.spanish)")
    }

    static let register = step("essential register", LocalizedText(en: "make an account", es: "crea una cuenta"))
    static let logIn = step("essential login", LocalizedText(en: "log in", es: "inicia sesión"))
    static let verify = step(
        "essential verify", LocalizedText(en: "confirm your address", es: "confirma tu dirección"))
    static let send = step("essential queue retry", LocalizedText(en: "send what waits", es: "envía lo que espera"))
    static let look = step("essential feed", LocalizedText(en: "look at the pictures", es: "mira las imágenes"))
    static let post = step(
        "essential post", LocalizedText(en: "publish a picture of yours", es: "publica una imagen tuya"))
    static let help = step("essential help", LocalizedText(en: "all there is", es: "todo lo que hay"))

    /// Something that a person can do, and the line for it.
    struct Step: Sendable {
        let line: String
        let what: LocalizedText

        func text(after invocation: Invocation) -> StyledText {
            let line = line.hasPrefix("essential ") ? invocation.line(line) : line
            let gap = String(repeating: " ", count: max(2, 24 - line.count))
            return StyledText(verbatim: line, .accent) + StyledText(verbatim: gap) + StyledText(what)
        }
    }

    private static func step(_ line: String, _ what: LocalizedText) -> Step { Step(line: line, what: what) }

    static let waiting = LocalizedText(en: "Waiting", es: "En espera")

    static func reachable(_ isReachable: Bool) -> LocalizedText {
        isReachable
            ? LocalizedText(en: "reachable", es: "disponible") : LocalizedText(en: "not reachable", es: "no disponible")
    }

    static func session(_ state: String, _ user: User?) -> LocalizedText {
        if let user { return LocalizedText(verbatim: "\(user.name) <\(user.email)>") }
        return state == "logged_out"
            ? LocalizedText(en: "not logged in", es: "sin iniciar")
            : LocalizedText(en: "can't be read", es: "no se puede leer")
    }

    static func verified(_ isVerified: Bool) -> LocalizedText {
        isVerified
            ? LocalizedText(en: "confirmed", es: "confirmada")
            : LocalizedText(en: "address not confirmed", es: "dirección sin confirmar")
    }

    static func access(seconds: Int) -> LocalizedText {
        seconds > 0
            ? LocalizedText(
                en: "access for \(seconds) s, renewed by itself", es: "acceso durante \(seconds) s, se renueva solo")
            : LocalizedText(en: "access is renewed at the next use", es: "el acceso se renueva al usarlo")
    }

    static let what = LocalizedText(
        en: "Essential shows pictures that people publish, and what they say about them.",
        es: "Essential muestra imágenes que publica la gente y lo que se dice de ellas.")
    static let startServer = step(
        "essentiald serve",
        LocalizedText(en: "start a server on this machine", es: "arranca un servidor en este equipo"))
    static let otherServer = step(
        "essential login --server URL", LocalizedText(en: "use another server", es: "usa otro servidor"))

    /// What protects the vault; what is in it is nobody's question.
    static func vault(_ protection: VaultProtection?) -> LocalizedText {
        switch protection {
        case .passphrase: LocalizedText(en: "protected by a pass phrase", es: "protegida por una frase de paso")
        case .kernelKeyring:
            LocalizedText(
                en: "protected by a key that goes when this machine restarts",
                es: "protegida por una clave que desaparece al reiniciar este equipo")
        case .keyFile, nil:
            LocalizedText(
                en: "protected by a key that only you can read on this device",
                es: "protegida por una clave que solo tú puedes leer en este dispositivo")
        }
    }

    static func records(_ count: Int, damaged: Int) -> LocalizedText {
        LocalizedText(
            en: "records: \(count), damaged: \(damaged)", es: "registros: \(count), dañados: \(damaged)")
    }

    /// What waits, each kind once with its number; nil when it can't be read.
    static func waiting(_ kinds: [QueuedRequestKind]?, others: Int) -> LocalizedText {
        guard let kinds else { return LocalizedText(en: "can't be read", es: "no se puede leer") }
        let own =
            kinds.isEmpty
            ? LocalizedText(en: "nothing", es: "nada")
            : counts(kinds) + LocalizedText(verbatim: "(essential queue)")
        guard others > 0 else { return own }
        return LocalizedText(
            en: "\(own.english), for other people: \(others)",
            es: "\(own.spanish), para otras personas: \(others)")
    }

    /// Each kind once with its number.
    static func counts(_ kinds: [QueuedRequestKind]) -> LocalizedText {
        let counts = QueuedRequestKind.allCases.compactMap { kind -> (LocalizedText, Int)? in
            let count = kinds.count { $0 == kind }
            return count == 0 ? nil : (name(of: kind), count)
        }
        return LocalizedText(
            en: counts.map { "\($0.english): \($1)" }.joined(separator: ", "),
            es: counts.map { "\($0.spanish): \($1)" }.joined(separator: ", "))
    }

    private static func name(of kind: QueuedRequestKind) -> LocalizedText {
        switch kind {
        case .registration: LocalizedText(en: "registrations", es: "registros")
        case .login: LocalizedText(en: "logins", es: "inicios de sesión")
        case .recovery: LocalizedText(en: "recoveries", es: "recuperaciones")
        case .sessionTermination: LocalizedText(en: "sessions to end", es: "sesiones por terminar")
        case .verification: LocalizedText(en: "codes", es: "códigos")
        case .logout: LocalizedText(en: "logouts", es: "cierres de sesión")
        case .comment: LocalizedText(en: "comments", es: "comentarios")
        case .post: LocalizedText(en: "pictures", es: "imágenes")
        }
    }

    static func feed(_ images: Int?, savedAt: Date?, at now: Date) -> LocalizedText {
        guard let images, let savedAt else { return LocalizedText(en: "none", es: "ninguna") }
        let time = LocalizedText.since(savedAt, at: now)
        return LocalizedText(
            en: "pictures: \(images), as of \(time.english)", es: "imágenes: \(images), de \(time.spanish)")
    }
}
