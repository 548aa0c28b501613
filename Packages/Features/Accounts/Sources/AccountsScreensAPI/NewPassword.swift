public import Localization
import PasswordQuality
public import ScreensAPI

/// The field in which somebody chooses a password, with the rules that it has to
/// meet, the same on each screen.
public enum NewPassword {
    /// The field; the screen names ``script`` as well.
    public static func field(
        _ name: StaticString, _ label: LocalizedText = Self.label, hint: LocalizedText = Self.hint
    ) -> ScreenField {
        ScreenField(
            name, .newPassword(minimum: PasswordRules.minimumLength), label,
            rules: [
                FieldRule("length", value: "\(PasswordRules.minimumLength)", longEnough),
                FieldRule("personal", value: PasswordRules.service, notPersonal), FieldRule("common", notCommon),
                FieldRule("predictable", notPredictable),
            ], hint: hint)
    }

    /// What the field is called.
    public static let label = LocalizedText(en: "New password", es: "Contraseña nueva")
    /// What to type.
    public static let hint = LocalizedText(
        en: "Several words that nobody would guess are best. All of this is checked when you send it.",
        es: "Lo mejor son varias palabras que nadie adivinaría. Todo esto se comprueba al enviarla.")

    private static let longEnough = LocalizedText(
        en: "At least \(PasswordRules.minimumLength) characters.",
        es: "Al menos \(PasswordRules.minimumLength) caracteres.")
    private static let notPersonal = LocalizedText(
        en: "Neither your name nor your address nor the name of this service in it.",
        es: "Sin tu nombre, tu dirección ni el nombre de este servicio.")
    private static let notCommon = LocalizedText(
        en: "None of the most common passwords.", es: "Ninguna de las contraseñas más comunes.")
    private static let notPredictable = LocalizedText(
        en: "Nothing that is soon guessed: no repetition, row of keys or date.",
        es: "Nada que se adivine pronto: ni repeticiones, ni filas de teclas, ni fechas.")
}
