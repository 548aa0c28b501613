public import AtomicFiles
public import ConsoleAPI
import Localization

/// A file that an operator names for a command to write.
///
/// Operators are root often, and one slip would cost a server its key: what is there already stays
/// unless they say otherwise, and what isn't a plain file, or is among the server's own, stays
/// whatever they say.
public enum OperatorFile {
    /// Has a file that is there already give way.
    public static let force = Parameter.flag(
        "force",
        summary: LocalizedText(
            en: "Write the file even if there is one already", es: "Escribe el archivo aunque ya exista"))

    private static let noOutput = LocalizedText(
        en: "- stands for standard output, to which this isn't written. Nothing was changed.",
        es: "- es la salida estándar, en la que esto no se escribe. No se cambió nada.")
    private static let nameAFile = LocalizedText(
        en: "Name a file; one that is called so is ./-", es: "Indica un archivo; el que se llama así es ./-")

    /// The file at a path, if it may be written.
    ///
    /// - Parameters:
    ///   - path: What the operator names.
    ///   - replaces: Whether a plain file gives way.
    ///   - folder: The server's folder; nil if the command knows of none.
    /// - Throws: Code `file_exists`, `file_not_plain` or `file_of_server`; `usage` for `-`, which is no file.
    public static func named(
        _ path: String, replaces: Bool = false, outside folder: String? = nil
    ) throws(CommandFailure) -> AtomicFile {
        guard path != "-" else { throw .usage(noOutput, hint: nameAFile) }
        let file = AtomicFile(path: path)
        if let folder, file.isInside(folder) {
            throw CommandFailure(
                code: "file_of_server",
                message: LocalizedText(
                    en: "\(path) is in the server's own folder, where nothing else is written. Nothing was changed.",
                    es: "\(path) está en la carpeta del servidor, donde no se escribe nada más. No se cambió nada."),
                hint: LocalizedText(en: "Name a file somewhere else.", es: "Indica un archivo en otro sitio."))
        }
        switch file.occupant {
        case nil: break
        case .other:
            throw CommandFailure(
                code: "file_not_plain",
                message: LocalizedText(
                    en: "\(path) is no plain file, and stays as it is. Nothing was changed.",
                    es: "\(path) no es un archivo corriente y se queda como está. No se cambió nada."),
                hint: LocalizedText(en: "Name a plain file.", es: "Indica un archivo corriente."))
        case .file:
            guard !replaces else { break }
            throw CommandFailure(
                code: "file_exists",
                message: LocalizedText(
                    en: "\(path) is there already, and stays as it is. Nothing was changed.",
                    es: "\(path) ya existe y se queda como está. No se cambió nada."),
                hint: LocalizedText(en: "Name a new file.", es: "Indica un archivo nuevo."))
        }
        return file
    }
}
