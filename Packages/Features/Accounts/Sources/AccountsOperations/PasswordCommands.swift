import ConsoleAPI
import Localization
import PasswordQualityLists

/// `essentiald passwords pack`: makes the list that `passwords.leaked` names.
enum PasswordCommands {
    private static let source = Parameter<String>.argument(
        "list", .file.called(en: "LIST", es: "LISTA"),
        summary: LocalizedText(
            en: "A text file: a password a line, or SHA-1 hashes as Have I Been Pwned publishes them",
            es: "Un archivo de texto: una contraseña por línea, o resúmenes SHA-1 como los publica Have I Been Pwned"))
    private static let target = Parameter<String>.argument(
        "file", .file, summary: LocalizedText(en: "The packed list to write", es: "La lista empaquetada que se escribe")
    )
    private static let minimumCount = Parameter<Int?>.optional(
        "minimum-count", .integer(in: 1...Int.max),
        summary: LocalizedText(
            en: "How often a hash has to have been seen (1 if left out)",
            es: "Cuántas veces se tiene que haber visto un resumen (si falta, 1)"))

    private struct Packed: Encodable, Sendable {
        let passwords: Int
    }

    static let pack = Command(
        "passwords pack",
        summary: LocalizedText(
            en: "Pack a list of leaked passwords, which nobody may choose then",
            es: "Empaqueta una lista de contraseñas filtradas, que así nadie puede elegir"),
        discussion: LocalizedText(
            en: "Name the packed list in passwords.leaked and start the server anew. It has 8 bytes for each password.",
            es: "Indica la lista empaquetada en passwords.leaked y reinicia el servidor. Ocupa 8 bytes por contraseña."),
        examples: [
            CommandExample(
                "essentiald passwords pack pwned-passwords.txt leaked.list --minimum-count 10",
                LocalizedText(en: "those seen ten times", es: "las vistas diez veces"))
        ],
        parameters: [source, target, minimumCount]
    ) { invocation, _ throws(CommandFailure) in
        do throws(PasswordListError) {
            let count = try PasswordListPacker.pack(
                invocation[source], minimumCount: invocation[minimumCount] ?? 1, to: invocation[target])
            return CommandOutput(
                json: Packed(passwords: count),
                .line(
                    LocalizedText(en: "Passwords on the list: \(count)", es: "Contraseñas de la lista: \(count)"),
                    .success))
        } catch {
            throw CommandFailure(code: "password_list", message: error.text)
        }
    }
}
