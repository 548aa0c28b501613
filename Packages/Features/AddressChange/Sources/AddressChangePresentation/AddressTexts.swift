import AddressChangeAPI
import ConsoleAPI
import Localization
import Presenting

/// What the commands of changing the address say.
enum AddressTexts {
    static let summary = LocalizedText(en: "Change your email address", es: "Cambia tu dirección de correo")
    static let discussion = LocalizedText(
        en: """
            A code goes to the new address; nothing is changed until you type it. The old address gets a letter, \
            as a rule with a link that undoes the change for a week. It takes a login within five minutes, or your password now. \
            Without a connection nothing is changed, and nothing is kept for later.
            """,
        es: """
            A la dirección nueva llega un código; no se cambia nada hasta que lo escribas. La anterior recibe una \
            carta, por lo general con un enlace que deshace el cambio durante una semana. Exige haber iniciado sesión hace menos de cinco \
            minutos, o tu contraseña ahora. Sin conexión no se cambia nada ni se guarda nada para más tarde.
            """)
    static let example = LocalizedText(en: "asks for the code that is mailed there", es: "pregunta el código enviado")
    static let emailArgument = LocalizedText(
        en: "The new address (asked for if left out)", es: "La dirección nueva (si falta, se pregunta)")
    static let emailPrompt = LocalizedText(en: "New email address", es: "Dirección de correo nueva")
    static let confirmSummary = LocalizedText(
        en: "Confirm your new email address", es: "Confirma tu dirección de correo nueva")
    static let confirmExample = LocalizedText(en: "with the code that was mailed", es: "con el código enviado")
    static let codeArgument = LocalizedText(
        en: "The code of 8 digits (asked for if left out)", es: "El código de 8 cifras (si falta, se pregunta)")
    static let codePrompt = LocalizedText(
        en: "Code of the message to the new address", es: "Código del mensaje a la dirección nueva")
    static let steps = [
        NextStepPlace(
            .changeAddress,
            LocalizedText(
                en: "Ask for another code with: essential address EMAIL",
                es: "Pide otro código con: essential address CORREO")),
        NextStepPlace(
            .confirmAddress,
            LocalizedText(
                en: "Type the code with: essential address confirm CODE",
                es: "Escribe el código con: essential address confirm CÓDIGO")),
    ]

    /// Said of each address, whoever has it.
    static func sent(to email: String) -> LocalizedText {
        LocalizedText(
            en: "A message is on its way to \(email), unless it got enough lately. Nothing is changed yet.",
            es: "Hay un mensaje de camino a \(email), salvo que recibiera bastantes hace poco. Aún no se cambió nada.")
    }

    static func undo(until end: LocalizedText) -> LocalizedText {
        LocalizedText(
            en: "The old address got a letter with a link that undoes this until \(end.english).",
            es: "La dirección anterior recibió una carta con un enlace que lo deshace hasta el \(end.spanish).")
    }

    static func changed(_ email: String) -> LocalizedText {
        LocalizedText(
            en: "Your address is \(email) now. Log in with it from now on.",
            es: "Tu dirección es ahora \(email). Desde ahora inicia sesión con ella.")
    }
}
