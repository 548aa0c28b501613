import AtomicFiles
import ConsoleAPI
import FoundationEssentials
import Glibc
import Localization

/// A file of another account system, which anybody may have written.
enum SourceFile {
    /// How much of one is read: some hundred thousand people.
    static let byteLimit = 256 << 20
    /// How many people are taken from one.
    static let accountLimit = 500_000

    /// - Throws: Code `file`, `file_not_plain` or `file_too_large`.
    static func read(_ path: String) throws(CommandFailure) -> Data {
        let file = AtomicFile(path: path), contents: Data?
        if file.occupant == .other {
            throw failure(
                "file_not_plain",
                LocalizedText(
                    en:
                        "\(path) is no plain file. Nothing was changed. Name the file itself, not a link, pipe or folder.",
                    es:
                        "\(path) no es un archivo corriente. No se cambió nada. Indica el propio archivo, no un enlace, "
                        + "una tubería o una carpeta."))
        }
        do throws(FileError) { contents = try file.contents(limit: byteLimit) } catch {
            throw error.code == EFBIG
                ? failure(
                    "file_too_large",
                    LocalizedText(
                        en:
                            "\(path) has more than 256 MiB. Nothing was changed. Export it in parts, and take one after "
                            + "the other.",
                        es:
                            "\(path) tiene más de 256 MiB. No se cambió nada. Expórtalo por partes e impórtalas una tras "
                            + "otra.")) : failure("file", error.text)
        }
        guard let contents else {
            throw failure(
                "file",
                LocalizedText(
                    en: "There is no file \(path). Nothing was changed.",
                    es: "No existe el archivo \(path). No se cambió nada."))
        }
        return contents
    }

    /// Code `unreadable_export`: the file isn't what the command takes, or was cut off.
    static func unreadable(_ expectation: LocalizedText) -> CommandFailure {
        failure(
            "unreadable_export",
            LocalizedText(
                en: "The file can't be read: \(expectation.english) Nothing was changed.",
                es: "No se puede leer el archivo: \(expectation.spanish) No se cambió nada."))
    }

    /// Code `too_many_people`.
    static func check(_ count: Int) throws(CommandFailure) {
        guard count > accountLimit else { return }
        throw failure(
            "too_many_people",
            LocalizedText(
                en: "The file has more than \(accountLimit) people. Nothing was changed. Export it in parts.",
                es: "El archivo tiene más de \(accountLimit) personas. No se cambió nada. Expórtalo por partes."))
    }

    private static func failure(_ code: String, _ message: LocalizedText) -> CommandFailure {
        CommandFailure(code: code, message: message)
    }
}
