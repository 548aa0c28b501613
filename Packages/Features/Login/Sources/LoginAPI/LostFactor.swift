public import Localization

/// What saying that the second factor is lost does, to be told to who is about to.
public enum LostFactor {
    /// What happens, when, and who is told.
    ///
    /// - Parameter end: When the factor ends; nil if the server doesn't tell.
    public static func meaning(until end: LocalizedText?) -> LocalizedText {
        let english =
            end.map { "Your second factor then ends at \($0.english)" }
            ?? "Your second factor then ends after some days"
        let spanish =
            end.map { "Entonces tu segundo factor termina el \($0.spanish)" }
            ?? "Entonces tu segundo factor termina tras unos días"
        return LocalizedText(
            en: "\(english), and from that time on no code is asked for. Until then it is. "
                + "The address of the account gets mail at once, before the end and at the end, and your other devices "
                + "show it. A code, a new password, or anybody who is logged in to the account takes it back.",
            es:
                "\(spanish), y desde ese momento no se pide ningún código. Hasta entonces, sí. La dirección de "
                + "la cuenta recibe mensajes enseguida, antes del final y al final, y tus otros dispositivos lo muestran. "
                + "Lo anula un código, una contraseña nueva o quien tenga sesión en la cuenta.")
    }
}
