public import Localization

/// What people are told about links and codes, whatever these are for.
public enum MailedProofTexts {
    /// Something else than an address was typed.
    public static let invalidEmail = LocalizedText(en: "Invalid email", es: "Correo no válido")
    /// Something else than a code was typed.
    public static let invalidCode = LocalizedText(en: "A code has 8 digits.", es: "Un código tiene 8 cifras.")

    /// The code isn't the one that was sent last, or was tried too often.
    public static let wrongCode = LocalizedText(en: "This code doesn't count", es: "Este código no vale")
    /// The code is too old.
    public static let expiredCode = LocalizedText(en: "This code is too old", es: "Este código ha caducado")
    /// The code was used.
    public static let usedCode = LocalizedText(en: "This code was used before", es: "Este código ya se usó")

    /// Nobody knows the link, or another message took its place.
    public static let unknownLink = LocalizedText(en: "This link doesn't count", es: "Este enlace no vale")
    /// What to do about an unknown link.
    public static let unknownLinkMore = LocalizedText(
        en:
            "Only the one in the newest message does. Check that the whole link was copied, or ask for another message.",
        es: "Solo vale el del mensaje más reciente. Comprueba que copiaste el enlace entero, o pide otro mensaje.")
    /// The link is for another purpose, or to another account.
    public static let foreignLink = LocalizedText(en: "This link isn't for this", es: "Este enlace no es para esto")
    /// The link is too old.
    public static let expiredLink = LocalizedText(en: "This link is too old", es: "Este enlace ha caducado")
    /// What to do about a link that is too old.
    public static let expiredLinkMore = LocalizedText(
        en: "Nothing was changed. Ask for another message below.",
        es: "No se cambió nada. Pide otro mensaje aquí abajo.")
    /// What a code is called.
    public static let code = LocalizedText(en: "Code", es: "Código")
    /// What a code looks like.
    public static let codeHint = LocalizedText(en: "8 digits", es: "8 cifras")
    /// What an address is called.
    public static let email = LocalizedText(en: "Email address", es: "Dirección de correo")
    /// The link was used.
    public static let usedLink = LocalizedText(en: "This link was used before", es: "Este enlace ya se usó")

    /// The heading over the offer to send another message.
    public static let another = LocalizedText(en: "Another message", es: "Otro mensaje")
    /// In an answer without that offer.
    public static let askForAnother = LocalizedText(en: "Ask for another message.", es: "Pide otro mensaje.")
    /// A message may be on its way.
    public static let sent = LocalizedText(en: "Look into your mail", es: "Mira tu correo")
}
