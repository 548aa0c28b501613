import Localization
import SecurityMetricsServiceAPI

/// What the audit trail has of mailed proofs; the cause names what a proof is for.
extension AuditKind {
    /// Refused where nothing is sent: nobody has the address, or it got enough.
    static let proofAsked = AuditKind(
        "mailed-proof.asked", .info,
        LocalizedText(en: "A mailed link and code were asked for", es: "Se pidió un enlace y un código por correo"))
    static let proofUsed = AuditKind(
        "mailed-proof.used", .info,
        LocalizedText(en: "A mailed link or code was used", es: "Se usó un enlace o un código enviado por correo"))
    static let proofRefused = AuditKind(
        "mailed-proof.refused", .notice,
        LocalizedText(
            en: "A mailed link or code was wrong", es: "Un enlace o un código enviado por correo no valía"))

    static let mailedProofs = [proofAsked, proofUsed, proofRefused]
}
