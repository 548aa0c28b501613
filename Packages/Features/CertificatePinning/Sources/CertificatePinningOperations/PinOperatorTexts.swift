import ConsoleAPI
import Localization

/// What the commands of operators about pins say.
enum PinOperatorTexts {
    static let keyFile = LocalizedText(en: "The file of the key", es: "El archivo de la clave")
    static let description = LocalizedText(
        en: "What is pinned, in JSON (docs/features/certificate-pinning.md)",
        es: "Lo que se fija, en JSON (docs/features/certificate-pinning.md)")
    static let document = LocalizedText(en: "The document to write", es: "El documento que se escribe")
    static let signingKey = LocalizedText(
        en: "The file of the key that signs, which only you can read",
        es: "El archivo de la clave que firma, que solo tú puedes leer")

    static let createSummary = LocalizedText(
        en: "Make a key that signs documents of pins", es: "Crea una clave que firma documentos de pines")
    static let createDiscussion = LocalizedText(
        en: """
            Keep the file away from the server, with a copy: whoever has it decides which keys clients take for the \
            server's, and without it no client takes a newer document by itself. The public half is printed; people name \
            it when they first install pins, and need it from you by another way than the document.
            """,
        es: """
            Guarda el archivo lejos del servidor, con una copia: quien lo tiene decide qué claves toman los clientes por \
            las del servidor, y sin él ningún cliente acepta por sí solo un documento más nuevo. Se imprime la mitad \
            pública; se indica al instalar pines por primera vez, y hay que recibirla por otra vía que el documento.
            """)
    static let createExample = LocalizedText(en: "on a machine of your own", es: "en una máquina propia")
    static let showSummary = LocalizedText(
        en: "Print the public half of a key that signs documents of pins",
        es: "Imprime la mitad pública de una clave que firma documentos de pines")
    static let showExample = LocalizedText(en: "for people who install pins", es: "para quien instala pines")

    static let signSummary = LocalizedText(
        en: "Sign which keys clients may take for the server's", es: "Firma qué claves pueden tener los servidores")
    static let signDiscussion = LocalizedText(
        en: """
            The description has a version, which is higher each time, an end at most 366 days away, and for each host pins \
            in use and at least one backup, of a key that is kept elsewhere. A host with no pins and no backups isn't pinned any more; once named, a host stays in the description \
            until then. Nothing is published: pass the document on by any way, also one that isn't safe.
            """,
        es: """
            La descripción lleva una versión, cada vez mayor, un final a 366 días como mucho y, por equipo, pines en uso y \
            al menos uno de reserva, de una clave que se guarda aparte. Un equipo sin pines ni reservas deja de estar fijado; una vez nombrado, sigue en la descripción \
            hasta entonces. No se publica nada: entrega el documento por cualquier vía, aunque no sea segura.
            """)
    static let signExample = LocalizedText(en: "for everybody who uses the server", es: "para quien usa el servidor")
    static let ends = LocalizedText(en: "Ends", es: "Acaba")
    static let nothingSigned = LocalizedText(en: "Nothing was signed.", es: "No se firmó nada.")

    static func signed(_ version: Int, _ hosts: [String]) -> LocalizedText {
        let names = hosts.joined(separator: ", ")
        return hosts.isEmpty
            ? LocalizedText(
                en: "Version \(version) was signed: nothing is pinned any more.",
                es: "Se firmó la versión \(version): ya no se fija nada.")
            : LocalizedText(
                en: "Version \(version) was signed, for \(names).", es: "Se firmó la versión \(version), para \(names)."
            )
    }

    static func source(_ path: String) -> CommandFailure {
        CommandFailure(
            exit: .usage, code: "file_of_command",
            message: LocalizedText(
                en: "\(path) is what this command reads, and stays as it is.",
                es: "\(path) es lo que lee esta orden, y se queda como está."), hint: nothingSigned)
    }

    static func malformed(_ path: String) -> CommandFailure {
        CommandFailure(
            exit: .usage, code: "pins_malformed",
            message: LocalizedText(
                en: "\(path) is no description of pins: JSON with version, expires and hosts.",
                es: "\(path) no es una descripción de pines: JSON con version, expires y hosts."),
            hint: nothingSigned)
    }

    static func cryptography(_ reason: String) -> CommandFailure {
        CommandFailure(
            code: "cryptography",
            message: LocalizedText(
                en: "The library can't do it: \(reason).", es: "La biblioteca no puede hacerlo: \(reason)."))
    }
}
