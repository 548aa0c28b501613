import Localization

/// What several errors of the feed say alike.
extension LocalizedText {
    static let answerNotUnderstood = LocalizedText(
        en: "The server's answer can't be understood. Check its address, or try again later.",
        es: "No se entiende la respuesta del servidor. Comprueba su dirección o inténtalo más tarde.")

    static let cancelled = LocalizedText(en: "Cancelled.", es: "Cancelado.")
}
