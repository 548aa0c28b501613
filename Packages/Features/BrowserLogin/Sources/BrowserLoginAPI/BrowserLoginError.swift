public import Localization
public import Presenting
import SessionsAPI

/// Why a program wasn't let in by the browser.
///
/// Nobody is logged in then who wasn't before, and nothing is left of it, but where it
/// says so.
public enum BrowserLoginError: Error, Hashable, Sendable {
    /// The person refused it in the browser.
    case refused
    /// Nobody decided in time.
    case timedOut
    /// The server has no such way in.
    case notOffered
    /// The code is unknown to the server, too old, used, or not for this program.
    case over
    /// Another server answered than the one that was asked.
    case anotherServer
    /// The page was opened with an address that no program made.
    case unintelligible
    /// This program can't listen for the browser; the text says why.
    case cannotListen(LocalizedText)
    /// The address of the account has to be proved first.
    case emailNotVerified
    /// The person logged in to the browser too long ago for this, and has to do so once
    /// more.
    case notRecent
    /// A second factor is in force that wasn't proved in the browser.
    case factorNeeded
    /// Nobody is logged in.
    case notLoggedIn
    /// The server can't be reached; the text says why.
    case connectivity(LocalizedText)
    /// The server asks for patience; the text says for how long.
    case busy(LocalizedText)
    /// Something on this device is in the way.
    case impossible(Obstacle)
    /// What answers is no server of this service, or it failed.
    case server
    /// The session couldn't be kept.
    case sessionNotStored(Obstacle)
    /// The call was cancelled.
    case cancelled
    /// Nobody waited any more for the answer to the code, or it was lost; the text says why.
    ///
    /// The session may have begun, and nobody has its tokens.
    case unanswered(LocalizedText?)
}

extension BrowserLoginError: PresentableError {
    /// A stable word for programs, in `snake_case`.
    public var code: String {
        switch self {
        case .refused: ProgramRequest.refusal
        case .timedOut: "browser_timed_out"
        case .notOffered: "browser_login_unavailable"
        case .over: "login_code_refused"
        case .anotherServer: "another_server"
        case .unintelligible: "invalid_request"
        case .cannotListen: "cannot_listen"
        case .emailNotVerified: "email_not_verified"
        case .notRecent: "insufficient_user_authentication"
        case .factorNeeded: "second_factor_required"
        case .notLoggedIn: "not_logged_in"
        case .connectivity: "no_connectivity"
        case .busy: "server_busy"
        case .impossible(let obstacle): obstacle.code
        case .server: "server_error"
        case .sessionNotStored: "token_storage_failed"
        case .cancelled: "cancelled"
        case .unanswered: "login_unanswered"
        }
    }

    /// Of what kind it is.
    public var nature: FailureNature {
        switch self {
        case .refused, .cancelled, .unanswered(nil): .cancelled
        case .notLoggedIn, .notRecent, .factorNeeded: .credentials
        case .timedOut, .notOffered, .over, .anotherServer, .unintelligible, .cannotListen, .emailNotVerified,
            .impossible:
            .refused
        case .connectivity, .busy, .unanswered: .connectivity
        case .server, .sessionNotStored: .fault
        }
    }

    /// What the person can do next.
    public var nextSteps: [NextStep] {
        switch self {
        case .notLoggedIn, .notRecent, .factorNeeded: [.logIn]
        case .unanswered: [.listSessions]
        case .emailNotVerified: [.verify, .resend]
        case .impossible(let obstacle), .sessionNotStored(let obstacle): obstacle.nextSteps
        default: []
        }
    }

    /// What happened, what was kept and what to do.
    public var text: LocalizedText {
        switch self {
        case .cannotListen(let text), .connectivity(let text), .busy(let text): text
        case .impossible(let obstacle), .sessionNotStored(let obstacle): obstacle.text
        case .unanswered(let reason): (reason.map { $0 + Self.mayHaveBegun }) ?? Self.stopped + Self.mayHaveBegun
        default: plainText
        }
    }

    private static let stopped = LocalizedText(
        en: "Stopped while the server was letting this program in.",
        es: "Detenido mientras el servidor dejaba entrar a este programa.")
    private static let mayHaveBegun = LocalizedText(
        en:
            "Nobody is logged in here by that, but a session may stand under “Devices”: nobody has it, and you can end it.",
        es: "Aquí no se inició ninguna sesión, pero puede quedar una en «Dispositivos»: no la tiene nadie y puedes "
            + "terminarla.")

    private var plainText: LocalizedText {
        switch self {
        case .refused:
            LocalizedText(
                en: "You didn't let this program in. Nothing was changed.",
                es: "No dejaste entrar a este programa. No se cambió nada.")
        case .timedOut:
            LocalizedText(
                en: "Nobody decided in the browser, so nothing was changed. Begin anew when you are ready.",
                es: "Nadie decidió en el navegador, así que no se cambió nada. Empieza de nuevo cuando quieras.")
        case .notOffered:
            LocalizedText(
                en: "This server doesn't let programs in by the browser. Log in with your password.",
                es: "Este servidor no deja entrar a programas desde el navegador. Inicia sesión con tu contraseña.")
        case .over:
            LocalizedText(
                en: "That took too long, or was done already. Nobody was logged in; begin anew.",
                es: "Eso tardó demasiado o ya se hizo. No se inició ninguna sesión; empieza de nuevo.")
        case .anotherServer:
            LocalizedText(
                en: "Another server answered in the browser than the one you use. Nobody was logged in.",
                es: "En el navegador respondió otro servidor, no el que usas. No se inició ninguna sesión.")
        case .unintelligible:
            LocalizedText(
                en: "This address isn't whole, so no program can be let in with it. Begin anew in the program.",
                es: "Esta dirección no está completa, así que no sirve para ningún programa. Empieza de nuevo en él.")
        case .emailNotVerified:
            LocalizedText(
                en: "Confirm the email address of your account first. Nothing was changed.",
                es: "Confirma antes la dirección de correo de tu cuenta. No se cambió nada.")
        case .notRecent:
            LocalizedText(
                en: "You logged in some time ago. Log in once more, so that nobody else lets a program in.",
                es:
                    "Iniciaste sesión hace un rato. Inicia sesión otra vez, para que nadie más deje entrar a un programa."
            )
        case .factorNeeded:
            LocalizedText(
                en: "A second factor is on that wasn't asked for in the browser yet, so nobody was let in. Log in once "
                    + "more, with its code.",
                es:
                    "Hay un segundo factor activado que aún no se pidió en el navegador, así que no entró nadie. Inicia "
                    + "sesión otra vez, con su código.")
        case .notLoggedIn: LocalizedText(en: "Log in first.", es: "Inicia sesión antes.")
        case .cancelled: LocalizedText(en: "Cancelled. Nothing was changed.", es: "Cancelado. No se cambió nada.")
        default:
            LocalizedText(
                en: "The server failed. Nobody was logged in; try again later.",
                es: "El servidor falló. No se inició ninguna sesión; inténtalo más tarde.")
        }
    }
}

extension Obstacle {
    /// There is no key to which a session could be bound.
    public static let noKey = Obstacle(
        code: "no_device_key",
        LocalizedText(
            en:
                "This device could not make or keep its key, so nobody was logged in. See whether it can be written to.",
            es: "Este dispositivo no pudo crear o guardar su clave; no se inició ninguna sesión. Comprueba si se "
                + "puede escribir en él."))
}
