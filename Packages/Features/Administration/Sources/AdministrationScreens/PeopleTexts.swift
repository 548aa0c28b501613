import AdministrationAPI
import CoreModels
import Localization

/// What the administrators' pages about people say.
enum PeopleTexts {
    static let people = LocalizedText(en: "People", es: "Personas")
    static let find = LocalizedText(en: "Find", es: "Buscar")
    static let who = LocalizedText(en: "Email address or identifier", es: "Dirección de correo o identificador")
    static let whoHint = LocalizedText(
        en: "The whole address; also one that the account had lately.",
        es: "La dirección entera; también una que la cuenta tuvo hace poco.")
    static let nobody = LocalizedText(
        en: "Nobody has this address or identifier.", es: "Nadie tiene esta dirección o este identificador.")
    static let invitation = LocalizedText(en: "Invite somebody", es: "Invitar a alguien")
    static let invite = LocalizedText(en: "Invite", es: "Invitar")
    static let invitedAddress = LocalizedText(en: "Email address", es: "Dirección de correo")
    static let invitationHint = LocalizedText(
        en: "A letter goes there with a link for one use, by which its reader makes an account.",
        es: "Allí va un mensaje con un enlace de un solo uso, con el que quien lo lee crea una cuenta.")
    static let noAddress = LocalizedText(
        en: "That is no email address. Nobody was invited.",
        es: "Eso no es una dirección de correo. No se invitó a nadie.")
    static let noMail = LocalizedText(
        en: "No mail ever arrives there: nobody can have an address that ends in .invalid. Nobody was invited.",
        es:
            "Allí nunca llega ningún mensaje: nadie puede tener una dirección que acabe en .invalid. No se invitó a nadie."
    )
    static let invited = LocalizedText(
        en: "The invitation goes out within a minute. If there was an earlier one, its link isn't good any more.",
        es: "La invitación sale en un minuto. Si había una anterior, su enlace ya no vale.")
    static let invitedUntil = LocalizedText(en: "Good until:", es: "Vale hasta:")

    static let none = LocalizedText(en: "Nobody comes after that.", es: "No sigue nadie más.")
    static let more = LocalizedText(en: "More people", es: "Más personas")
    static let look = LocalizedText(en: "Look at", es: "Ver a")
    static let since = LocalizedText(en: "Since", es: "Desde")
    static let gone = LocalizedText(
        en: "There is no such account, or not any more.", es: "No hay tal cuenta, o ya no existe.")
    static let acts = LocalizedText(en: "What you can do", es: "Qué puedes hacer")
    static let back = LocalizedText(en: "Back to the person", es: "Volver a la persona")
    static let nothing = LocalizedText(en: "None.", es: "Nada.")
    static let nothingToDo = LocalizedText(
        en: "There was nothing to do: the account is another way by now. Nothing was changed.",
        es: "No había nada que hacer: la cuenta ya está de otra forma. No se cambió nada.")
    static let isAdministrator = LocalizedText(en: "An administrator", es: "Administra el servidor")
    static let reasonTold = LocalizedText(en: "Why it is suspended:", es: "Por qué está suspendida:")
    static let formerEmail = LocalizedText(en: "Address before:", es: "Dirección anterior:")
    static let deletedAt = LocalizedText(en: "Deleted at:", es: "Se elimina:")
    static let reason = LocalizedText(en: "Reason", es: "Motivo")
    static let reasonHint = LocalizedText(
        en: "The person reads it in the message, as you type it.",
        es: "La persona lo lee en el mensaje, tal como lo escribas.")
    static let reasonTooLong = LocalizedText(
        en: "Type one line of at most 500 characters. Nothing was done yet.",
        es: "Escribe una línea de 500 caracteres como máximo. Aún no se hizo nada.")

    static func states(of person: PersonAtAGlance) -> [LocalizedText] {
        let proved =
            person.user.isVerified
            ? LocalizedText(en: "Address proved", es: "Dirección confirmada")
            : LocalizedText(en: "Address not proved", es: "Dirección sin confirmar")
        var states = [proved]
        if person.suspendedSince != nil { states.append(LocalizedText(en: "Suspended", es: "Cuenta suspendida")) }
        if person.deletionDueAt != nil {
            states.append(LocalizedText(en: "Being deleted", es: "Se está eliminando"))
        }
        return states
    }
}
