package import Localization
package import Presenting

/// Why an authenticator gave nothing: each error of browsers by its name (WebAuthn level 3,
/// sections 5.1.3 and 5.1.4; Web IDL, section 2.8.1).
package enum AuthenticatorFailure: String, Hashable, Sendable, CaseIterable, PresentableError {
    /// The person stopped it, wasn't verified or took too long, or there is none; browsers
    /// don't tell which.
    case notAllowed = "NotAllowedError"
    /// It was set up already.
    case invalidState = "InvalidStateError"
    /// It can do nothing of what was asked for.
    case notSupported = "NotSupportedError"
    /// It isn't for this page.
    case security = "SecurityError"
    /// Something else, such as another page, took its turn.
    case abort = "AbortError"
    /// It can't verify who is there.
    case constraint = "ConstraintError"
    /// It can't be read.
    case notReadable = "NotReadableError"
    /// Another question is open.
    case operation = "OperationError"
    /// It took too long.
    case timeout = "TimeoutError"
    /// The device failed.
    case unknown = "UnknownError"
    /// The browser has no authenticators.
    case absent = "Absent"
    /// It computes no secrets.
    case secretless = "Secretless"
    /// Nobody was asked: no script ran.
    case unanswered = ""

    /// Reads the name of an error; one that nobody knows is that of the device.
    init(named name: some StringProtocol) {
        self = Self(rawValue: String(name)) ?? .unknown
    }

    package var code: String { "vault_authenticator_\(word)" }
    package var nature: FailureNature { .refused }
    package var nextSteps: [NextStep] { [] }

    private var word: String {
        switch self {
        case .notAllowed: "not_allowed"
        case .invalidState: "known"
        case .notSupported: "not_supported"
        case .security: "elsewhere"
        case .abort: "aborted"
        case .constraint: "unverifying"
        case .notReadable: "unreadable"
        case .operation: "busy"
        case .timeout: "timeout"
        case .unknown: "failed"
        case .absent: "absent"
        case .secretless: "secretless"
        case .unanswered: "unanswered"
        }
    }

    package var text: LocalizedText { what + Self.passphraseStays }

    private var what: LocalizedText {
        switch self {
        case .notAllowed:
            LocalizedText(
                en: "The authenticator didn't answer: it was stopped, it didn't recognise you, or it isn't here.",
                es: "El autenticador no respondió: se interrumpió, no te reconoció o no está aquí.")
        case .invalidState:
            LocalizedText(
                en: "This authenticator is set up already.", es: "Este autenticador ya está configurado.")
        case .notSupported:
            LocalizedText(
                en: "This authenticator knows none of what is needed.",
                es: "Este autenticador no conoce nada de lo que hace falta.")
        case .security:
            LocalizedText(
                en: "The browser asks no authenticator for this page.",
                es: "El navegador no pregunta a ningún autenticador para esta página.")
        case .abort:
            LocalizedText(
                en: "Something else had the browser end the question.",
                es: "Otra cosa hizo que el navegador terminara la pregunta.")
        case .constraint:
            LocalizedText(
                en: "This authenticator can't tell who is there: it has no fingerprint and no PIN.",
                es: "Este autenticador no puede saber quién está: no tiene huella ni PIN.")
        case .notReadable:
            LocalizedText(
                en: "The authenticator can't be read.", es: "No se puede leer el autenticador.")
        case .operation:
            LocalizedText(
                en: "The browser asks an authenticator already, perhaps in another window.",
                es: "El navegador ya pregunta a un autenticador, quizá en otra ventana.")
        case .timeout:
            LocalizedText(en: "It took too long.", es: "Tardó demasiado.")
        case .unknown:
            LocalizedText(en: "The authenticator failed.", es: "El autenticador falló.")
        case .absent:
            LocalizedText(
                en: "This browser has no authenticators.", es: "Este navegador no tiene autenticadores.")
        case .secretless:
            LocalizedText(
                en: "This authenticator computes no secrets (the PRF extension), so it can open nothing.",
                es: "Este autenticador no calcula secretos (la extensión PRF), así que no puede abrir nada.")
        case .unanswered:
            LocalizedText(
                en: "No authenticator was asked, since no script ran.",
                es: "No se preguntó a ningún autenticador porque no se ejecutó ningún script.")
        }
    }

    private static let passphraseStays = LocalizedText(
        en: "Nothing was changed; the pass phrase opens the vault as before.",
        es: "No se cambió nada; la frase de paso abre la caja fuerte como antes.")
}
