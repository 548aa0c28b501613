public import ConsoleAPI
import Localization

/// Parameters that commands of operators share.
public enum OperatorParameters {
    /// Whom a command is about: the person's address, or the identifier by which logs and events name them.
    public static let person = Parameter.argument(
        "person", .text.called(en: "PERSON", es: "PERSONA"),
        summary: LocalizedText(
            en: "The person's address, or the identifier of the account",
            es: "La dirección de la persona, o el identificador de la cuenta"))
}
