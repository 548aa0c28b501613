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
}
