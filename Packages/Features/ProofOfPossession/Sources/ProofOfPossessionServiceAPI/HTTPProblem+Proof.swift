public import HTTPServingAPI
import HTTPTypes
public import Localization

extension HTTPProblem {
    /// 401 about a proof, with the challenge of RFC 9449, section 7.1.
    ///
    /// - Parameters:
    ///   - code: The code of the problem.
    ///   - error: The error in terms of OAuth; nil where there was no proof.
    ///   - title: What happened.
    ///   - detail: What to do about it.
    public static func proofRefused(
        code: String, error: String?, title: LocalizedText, detail: LocalizedText? = nil
    ) -> HTTPProblem {
        let cause = error.map { "error=\"\($0)\", error_description=\"\(code)\", " } ?? ""
        return HTTPProblem(
            status: .unauthorized, code: code, title: title, detail: detail,
            fields: [.wwwAuthenticate: "DPoP realm=\"essential\", \(cause)algs=\"ES256\""])
    }

    /// 401 `dpop_proof_required`: the request has to prove that its sender
    /// holds a key.
    public static let proofRequired = proofRefused(
        code: "dpop_proof_required", error: nil,
        title: LocalizedText(
            en: "This request needs a proof that you hold your key.",
            es: "Esta petición necesita una prueba de que tienes tu clave."),
        detail: LocalizedText(
            en: "Send a proof by RFC 9449 in the field DPoP.",
            es: "Envía una prueba según RFC 9449 en el campo DPoP."))

    /// 401 `dpop_key_mismatch`: the tokens are bound to another key.
    public static let proofOfOtherKey = proofRefused(
        code: "dpop_key_mismatch", error: "invalid_token",
        title: LocalizedText(
            en: "This session belongs to another key.", es: "Esta sesión pertenece a otra clave."),
        detail: LocalizedText(en: "Log in again on this device.", es: "Inicia sesión de nuevo en este dispositivo."))

    /// 401 `dpop_token_mismatch`: the proof was made for another access token.
    public static let proofOfOtherToken = proofRefused(
        code: "dpop_token_mismatch", error: "invalid_dpop_proof",
        title: LocalizedText(
            en: "The proof is for another access token.", es: "La prueba es de otro token de acceso."))
}
