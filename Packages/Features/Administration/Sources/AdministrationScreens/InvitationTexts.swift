import Localization

/// What the administrators' pages about invitations say.
enum InvitationTexts {
    static let open = LocalizedText(en: "Open invitations", es: "Invitaciones pendientes")
    static let none = LocalizedText(en: "Nobody is invited.", es: "No hay nadie con invitación.")
    static let noMore = LocalizedText(
        en: "No invitation comes after that, or it was used or taken back meanwhile.",
        es: "No sigue ninguna invitación, o mientras tanto se usó o se anuló.")
    static let more = LocalizedText(en: "More invitations", es: "Más invitaciones")
    static let since = LocalizedText(en: "Invited:", es: "Desde:")
    static let until = LocalizedText(en: "Good until:", es: "Vale hasta:")
    static let letterWritten = LocalizedText(en: "The letter is written.", es: "El mensaje está escrito.")
    static let letterToCome = LocalizedText(en: "The letter is to come.", es: "El mensaje está pendiente.")
    static let withdraw = LocalizedText(en: "Take the invitation back", es: "Anular la invitación")
    static let withdrawing = LocalizedText(
        en: "The link in the letter is good no more, at once. Nobody is told.",
        es: "El enlace del mensaje deja de valer al momento. No se avisa a nadie.")
    static let withdrawn = LocalizedText(
        en: "The invitation is taken back. The link in the letter is good for nothing.",
        es: "La invitación está anulada. El enlace del mensaje ya no vale.")
    static let gone = LocalizedText(
        en: "There is no such invitation, or not any more: it was used, taken back or is too old. Nothing was changed.",
        es: "No hay tal invitación, o ya no: se usó, se anuló o es demasiado antigua. No se cambió nada.")
}
