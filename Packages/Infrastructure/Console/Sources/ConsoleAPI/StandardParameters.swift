public import Localization

/// Parameters that every program or many commands share.
public enum StandardParameters {
    /// `--json`: one object on standard output, errors as an object on standard error.
    public static let json = Parameter.flag(
        "json",
        summary: LocalizedText(
            en: "Print one JSON object, for programs", es: "Imprime un objeto JSON, para programas"))

    /// `--language`: the language of all texts.
    public static let language = Parameter<Language?>.optional(
        "language", .choice(),
        summary: LocalizedText(
            en: "The language of all texts (from LC_ALL or LANG if left out)",
            es: "El idioma de los textos (si falta, el de LC_ALL o LANG)"))

    /// `--password-stdin`: read the password from standard input instead of asking.
    public static let passwordFromStandardInput = Parameter.flag(
        "password-stdin",
        summary: LocalizedText(
            en: "Read the password from standard input, one line; the code of a second factor from the next",
            es: "Lee la contraseña de la entrada estándar, una línea; el código del segundo factor, de la siguiente"))
}
