import HTTPServingAPI
import HTTPTypes
import Localization

extension HTTPProblem {
    /// 400: the key can't be read.
    static let invalidIdempotencyKey = HTTPProblem(
        status: .badRequest, code: "invalid_idempotency_key",
        title: LocalizedText(
            en: "The key of the request is malformed.", es: "La clave de la petición está mal formada."),
        detail: LocalizedText(
            en: "Idempotency-Key takes one key of 1 to \(IdempotencyKey.maximumLength) visible characters.",
            es: "Idempotency-Key admite una clave de 1 a \(IdempotencyKey.maximumLength) caracteres visibles."))

    /// 422: the key was used for something else.
    static let idempotencyKeyReused = HTTPProblem(
        status: .unprocessableContent, code: "idempotency_key_reused",
        title: LocalizedText(
            en: "The key of the request belongs to another request.",
            es: "La clave de la petición pertenece a otra petición."),
        detail: LocalizedText(
            en: "Nothing was done. Send a new Idempotency-Key with each new request.",
            es: "No se hizo nada. Envía una Idempotency-Key nueva con cada petición nueva."))
}
