public import HTTPTypes
public import Localization

extension HTTPProblem {
    /// 400 `bad_request`: the request breaks a rule of HTTP.
    public static func badRequest(_ detail: LocalizedText? = nil) -> HTTPProblem {
        HTTPProblem(
            status: .badRequest, code: "bad_request",
            title: LocalizedText(en: "The request is malformed.", es: "La petición está mal formada."), detail: detail)
    }

    /// 400 `malformed_json`: the body isn't JSON.
    public static let malformedJSON = HTTPProblem(
        status: .badRequest, code: "malformed_json",
        title: LocalizedText(en: "The body is not valid JSON.", es: "El cuerpo no es JSON válido."))

    /// 400 `malformed_json`, to JSON in another encoding.
    static let notUTF8 = HTTPProblem(
        status: .badRequest, code: malformedJSON.code, title: malformedJSON.title,
        detail: LocalizedText(
            en: "Nothing was done. Send the JSON in UTF-8.", es: "No se hizo nada. Envía el JSON en UTF-8."))

    /// 400 `incomplete_body`: the client stopped before the end of the body.
    public static let incompleteBody = HTTPProblem(
        status: .badRequest, code: "incomplete_body",
        title: LocalizedText(en: "The body is incomplete.", es: "El cuerpo está incompleto."))

    /// 401 `authentication_required`, with the challenge that RFC 9110,
    /// section 11.6.1, demands.
    public static func authenticationRequired(challenge: String = "Bearer") -> HTTPProblem {
        HTTPProblem(
            status: .unauthorized, code: "authentication_required",
            title: LocalizedText(en: "You need to log in for this.", es: "Debes iniciar sesión para esto."),
            fields: [.wwwAuthenticate: challenge])
    }

    /// 403 `forbidden`: the caller is known and may not do this.
    public static let forbidden = HTTPProblem(
        status: .forbidden, code: "forbidden",
        title: LocalizedText(en: "You may not do this.", es: "No tienes permiso para esto."))

    /// 404 `not_found`.
    public static let notFound = HTTPProblem(
        status: .notFound, code: "not_found",
        title: LocalizedText(en: "There is nothing at this address.", es: "No hay nada en esta dirección."))

    /// 405 `method_not_allowed`, with `Allow`.
    public static func methodNotAllowed(allowed: [HTTPMethod]) -> HTTPProblem {
        HTTPProblem(
            status: .methodNotAllowed, code: "method_not_allowed",
            title: LocalizedText(
                en: "This address does not support the method.", es: "Esta dirección no admite el método."),
            fields: [.allow: allowed.map(\.rawValue).joined(separator: ", ")])
    }

    /// 412 `precondition_failed`: the content isn't what the client has.
    package static let preconditionFailed = HTTPProblem(
        status: .preconditionFailed, code: "precondition_failed",
        title: LocalizedText(en: "The content has changed meanwhile.", es: "El contenido ha cambiado entretanto."))

    /// 413 `body_too_large`.
    public static func bodyTooLarge(limit: Int) -> HTTPProblem {
        HTTPProblem(
            status: .contentTooLarge, code: "body_too_large",
            title: LocalizedText(en: "The body is too large.", es: "El cuerpo es demasiado grande."),
            detail: LocalizedText(
                en: "At most \(size(limit)) are accepted, and nothing of it was kept. Send less.",
                es: "Se aceptan como máximo \(size(limit)), y no se guardó nada de ello. Envía menos."))
    }

    private static func size(_ bytes: Int) -> String {
        bytes > 0 && bytes % (1 << 20) == 0 ? "\(bytes >> 20) MB" : "\(bytes) bytes"
    }

    /// 414 `uri_too_long`.
    public static func uriTooLong(limit: Int) -> HTTPProblem {
        HTTPProblem(
            status: .uriTooLong, code: "uri_too_long",
            title: LocalizedText(en: "The address is too long.", es: "La dirección es demasiado larga."),
            detail: LocalizedText(
                en: "At most \(limit) bytes are accepted.", es: "Se aceptan como máximo \(limit) bytes."))
    }

    /// 415 `unsupported_media_type`, with what is accepted.
    public static func unsupportedMediaType(expected: MediaType) -> HTTPProblem {
        HTTPProblem(
            status: .unsupportedMediaType, code: "unsupported_media_type",
            title: LocalizedText(en: "The body has the wrong media type.", es: "El tipo del cuerpo no es el esperado."),
            detail: LocalizedText(en: "\(expected) is expected.", es: "Se espera \(expected)."),
            fields: [.accept: expected.description])
    }

    /// 415 `unsupported_content_coding`, with what is accepted (RFC 9110,
    /// section 12.5.3): bodies are read as they come.
    public static let unsupportedContentCoding = HTTPProblem(
        status: .unsupportedMediaType, code: "unsupported_content_coding",
        title: LocalizedText(
            en: "The body is compressed, which is not supported.", es: "El cuerpo está comprimido, y no se admite."),
        detail: LocalizedText(
            en: "Nothing was done. Send it as it is, without Content-Encoding.",
            es: "No se hizo nada. Envíalo tal cual, sin Content-Encoding."),
        fields: ["Accept-Encoding": "identity"])

    /// 416 `range_not_satisfiable`, with the whole length.
    public static func rangeNotSatisfiable(length: Int) -> HTTPProblem {
        HTTPProblem(
            status: .rangeNotSatisfiable, code: "range_not_satisfiable",
            title: LocalizedText(
                en: "The requested range lies outside of the content.",
                es: "El rango pedido está fuera del contenido."),
            fields: [.contentRange: "bytes */\(length)"])
    }

    /// 422 `invalid_data`, with every failing field.
    public static func invalidData(_ errors: [FieldProblem]) -> HTTPProblem {
        HTTPProblem(
            status: .unprocessableContent, code: "invalid_data",
            title: LocalizedText(en: "Some values are not valid.", es: "Algunos valores no son válidos."),
            errors: errors)
    }

    /// 422 `idempotency_key_reused`: the key was used for something else (see
    /// ``ServerRequest/operationID``).
    public static let idempotencyKeyReused = HTTPProblem(
        status: .unprocessableContent, code: "idempotency_key_reused",
        title: LocalizedText(
            en: "The key of the request belongs to another request.",
            es: "La clave de la petición pertenece a otra petición."),
        detail: LocalizedText(
            en: "Nothing was done. Send a new Idempotency-Key with each new request.",
            es: "No se hizo nada. Envía una Idempotency-Key nueva con cada petición nueva."))

    /// 429 with `Retry-After` (RFC 6585, section 4), of at least one second.
    public static func tooManyRequests(
        code: String = "too_many_requests", retryAfter: Duration, detail: LocalizedText? = nil
    ) -> HTTPProblem {
        HTTPProblem(
            status: .tooManyRequests, code: code,
            title: LocalizedText(en: "Too many requests.", es: "Demasiadas peticiones."), detail: detail,
            fields: [.retryAfter: "\(retryAfter.secondsToWait)"])
    }

    /// 431 `headers_too_large` (RFC 6585, section 5).
    public static func headersTooLarge(limit: Int) -> HTTPProblem {
        HTTPProblem(
            status: .requestHeaderFieldsTooLarge, code: "headers_too_large",
            title: LocalizedText(
                en: "The header fields are too large.", es: "Los campos de cabecera son demasiado grandes."),
            detail: LocalizedText(
                en: "At most \(limit) bytes are accepted, and nothing was done. In a browser it is mostly the cookies: "
                    + "delete those of this site, and open the page again.",
                es: "Se aceptan como máximo \(limit) bytes, y no se hizo nada. En un navegador suelen ser las cookies: "
                    + "borra las de este sitio y abre la página otra vez."))
    }

    /// 500 `internal_error`; what went wrong is in the server's log alone.
    public static let internalError = HTTPProblem(
        status: .internalServerError, code: "internal_error",
        title: LocalizedText(en: "Something went wrong on our side.", es: "Algo ha fallado de nuestro lado."),
        detail: LocalizedText(
            en: "Try again later. If it happens again, report the request identifier.",
            es: "Inténtalo más tarde. Si se repite, comunica el identificador de la petición."))

    /// 501 `not_implemented`: the server doesn't know this part of HTTP.
    public static func notImplemented(_ detail: LocalizedText) -> HTTPProblem {
        HTTPProblem(
            status: .notImplemented, code: "not_implemented",
            title: LocalizedText(en: "The server does not support this.", es: "El servidor no admite esto."),
            detail: detail)
    }

    /// 505 `version_not_supported`: the request isn't HTTP/1.1 or 1.0.
    public static let versionNotSupported = HTTPProblem(
        status: .httpVersionNotSupported, code: "version_not_supported",
        title: LocalizedText(
            en: "The server does not support this version of HTTP.", es: "El servidor no admite esta versión de HTTP."),
        detail: LocalizedText(en: "HTTP/1.1 is supported.", es: "Se admite HTTP/1.1."))

    /// 503 with `Retry-After`, and with what holds whatever the reason is unless
    /// there is more to say.
    public static func unavailable(
        code: String = "unavailable", retryAfter: Duration, detail: LocalizedText? = nil
    ) -> HTTPProblem {
        HTTPProblem(
            status: .serviceUnavailable, code: code,
            title: LocalizedText(en: "The service is not available now.", es: "El servicio no está disponible ahora."),
            detail: detail
                ?? LocalizedText(
                    en: "What was confirmed before is there. Try again in a moment.",
                    es: "Lo confirmado antes sigue ahí. Inténtalo de nuevo en un momento."),
            fields: [.retryAfter: "\(retryAfter.secondsToWait)"])
    }

    /// 507 `storage_full` with `Retry-After`: nothing was kept.
    public static func storageFull(retryAfter: Duration = .seconds(60)) -> HTTPProblem {
        HTTPProblem(
            status: .insufficientStorage, code: "storage_full",
            title: LocalizedText(en: "The server has no room left.", es: "El servidor no tiene más espacio."),
            detail: LocalizedText(
                en: "Nothing of this request was kept; what was confirmed before is there. Try again later.",
                es: "No se guardó nada de esta petición; lo confirmado antes sigue ahí. Inténtalo más tarde."),
            fields: [.retryAfter: "\(retryAfter.secondsToWait)"])
    }
}
