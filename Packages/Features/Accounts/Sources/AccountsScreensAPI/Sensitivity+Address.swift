import Localization
public import ScreensAPI

extension Sensitivity {
    /// The person's email address.
    public static let address = Sensitivity(
        "address", LocalizedText(en: "your email address", es: "tu dirección de correo"),
        because: LocalizedText(
            en: "Whoever reads your address can write to you, and try passwords with it.",
            es: "Quien lea tu dirección puede escribirte y probar contraseñas con ella."))
}

extension ScreenBlock {
    /// An address of the person's own, which its screen declares
    /// (``Sensitivity/address``).
    public static func ownAddress(_ email: String) -> ScreenBlock {
        .sensitive(.address, [.lines([.written(email)])])
    }
}
