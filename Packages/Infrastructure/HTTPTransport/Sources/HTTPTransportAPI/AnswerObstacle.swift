import HTTPTypes
public import Localization
public import Presenting

/// What keeps an answer from saying anything about what was asked: the request
/// may be sent again later, and nothing on this device depends on it (D17).
public struct AnswerObstacle: Hashable, Sendable {
    /// Whose obstacle it is.
    public enum Cause: Hashable, Sendable {
        /// The server, or a proxy in front of it, has no time or no room now.
        case busy
        /// It isn't the server that speaks: a proxy that asks for a login of
        /// its own, or the sign-in page of a network.
        case foreign
    }

    /// Whose obstacle it is.
    public let cause: Cause
    /// For how long the server asks to be left alone, if it says so.
    public let retryAfter: Duration?
    /// What happened, and what to do next: nothing that a request that waits
    /// does by itself.
    public let text: LocalizedText

    init(_ cause: Cause, _ status: HTTPStatus, retryAfter: Duration?) {
        self.cause = cause
        self.retryAfter = retryAfter
        text =
            switch cause {
            case .busy: Self.busy(status, retryAfter)
            case .foreign: Self.foreign(status)
            }
    }

    private static func busy(_ status: HTTPStatus, _ retryAfter: Duration?) -> LocalizedText {
        let reason =
            switch status {
            case .insufficientStorage:
                LocalizedText(
                    en:
                        "The server's disk is full (HTTP \(status)), and it kept nothing of this. Whoever runs it has to "
                        + "make room.",
                    es:
                        "El disco del servidor está lleno (HTTP \(status)) y no guardó nada de esto. Quien lo administra "
                        + "debe hacer sitio.")
            case .tooManyRequests:
                LocalizedText(
                    en: "That was asked for too often, so it was not done (HTTP \(status)).",
                    es: "Eso se pidió demasiadas veces y no se hizo (HTTP \(status)).")
            default:
                LocalizedText(
                    en: "The server has no time for this now (HTTP \(status)).",
                    es: "El servidor no puede atender esto ahora (HTTP \(status)).")
            }
        guard let retryAfter, retryAfter > .zero else {
            return reason + LocalizedText(en: "Give it some minutes.", es: "Dale unos minutos.")
        }
        return reason
            + LocalizedText(en: "Give it \(retryAfter.secondsToWait) s.", es: "Dale \(retryAfter.secondsToWait) s.")
    }

    private static func foreign(_ status: HTTPStatus) -> LocalizedText {
        LocalizedText(
            en: "Something on the way to the server answered in its place (HTTP \(status)), such as a proxy or the "
                + "sign-in page of a network. It says nothing about your session. Settle that first.",
            es: "En lugar del servidor respondió algo que hay en el camino (HTTP \(status)), como un proxy o la página "
                + "de acceso de una red. No dice nada de tu sesión. Resuelve eso primero.")
    }
}

/// What an answer refuses, whatever was asked.
public enum AnswerRefusal: Hashable, Sendable {
    /// The server wants a session, and there is none or not this one any more.
    /// The code is for scripts, and the text is the server's.
    case session(code: String, LocalizedText)
    /// The server refuses the proof of this device's key, which says nothing
    /// about the session (RFC 9449, section 7.1).
    case proof(code: String, LocalizedText)
    /// It isn't the server that speaks, or it speaks of something that this
    /// client doesn't know.
    case foreign
    /// The server has nothing at the address: a plugin that is switched off, or a
    /// server of another version. That stays so.
    case route(Obstacle)
}

extension ServerAnswer {
    /// What the answer refuses; nil unless it is 401, or the server has no such
    /// route (404 `not_found` or 405 `method_not_allowed`).
    ///
    /// It is the one reader of these: codes of a feature's own are read by the
    /// feature before.
    ///
    /// Only the server's own words end a session (D17). A challenge alone is no
    /// word of the server: each proxy can send one.
    public var refusal: AnswerRefusal? {
        let problem = problem
        switch (status, problem.code) {
        case (.unauthorized, _): break
        case (.notFound, "not_found"?), (.methodNotAllowed, "method_not_allowed"?): return .route(notOffered)
        default: return nil
        }
        guard let code = problem.code else { return .foreign }
        let words = [problem.title ?? code, problem.detail].compactMap { $0 }.joined(separator: " ")
        if Self.sessionCodes.contains(code) { return .session(code: code, LocalizedText(verbatim: words)) }
        guard fields.challenges.contains(where: { $0.scheme == "dpop" }) else { return .foreign }
        return .proof(code: code, LocalizedText(verbatim: words))
    }

    private var notOffered: Obstacle {
        Obstacle(
            code: "not_offered",
            LocalizedText(
                en: "This server doesn't offer that: it has nothing at the address (HTTP \(status)). If it should, see "
                    + "whether you named the right server.",
                es: "Este servidor no ofrece eso: no tiene nada en la dirección (HTTP \(status)). Si debería, mira si "
                    + "indicaste el servidor correcto."),
            isFinal: true)
    }

    /// The codes of 401 by which the server asks for a login.
    package static let sessionCodes: Set<String> = [
        "authentication_required", "invalid_token", "token_expired", "session_ended", "dpop_key_mismatch",
        "dpop_proof_required",
    ]

    /// What keeps an answer that a feature can't make sense of from saying
    /// anything about what was asked; nil if the server answered, only not what
    /// was expected.
    public var obstacle: AnswerObstacle? {
        switch status {
        case .requestTimeout, .tooManyRequests, .badGateway, .serviceUnavailable, .gatewayTimeout,
            .insufficientStorage:
            AnswerObstacle(.busy, status, retryAfter: retryAfter)
        case .unauthorized: refusal == .foreign ? AnswerObstacle(.foreign, status, retryAfter: nil) : nil
        case _ where isForeign: AnswerObstacle(.foreign, status, retryAfter: nil)
        default: nil
        }
    }

    /// What to tell of a server that failed; nil if it didn't, or an ``obstacle`` says more.
    ///
    /// It is no word about what was asked: the same may be done another time, and under an
    /// `Idempotency-Key` repeating it is harmless. What somebody wrote is kept, therefore.
    public var fault: LocalizedText? {
        guard (500..<600).contains(status.rawValue), obstacle == nil else { return nil }
        return LocalizedText(
            en: "The server failed (HTTP \(status)), which says nothing about what you sent.",
            es: "El servidor falló (HTTP \(status)), lo que no dice nada de lo que enviaste.")
    }

    /// Whether somebody else than the server answered: it says in a problem why
    /// it refuses something, sends nobody elsewhere, and has no pages here.
    private var isForeign: Bool {
        switch status.rawValue {
        case 200..<300: fields[.contentType]?.lowercased().hasPrefix("text/") == true
        // That nothing has changed sends nobody elsewhere.
        case 304: false
        case 300..<400, 407, 511: true
        case 400..<500: problem.code == nil
        default: false
        }
    }
}
