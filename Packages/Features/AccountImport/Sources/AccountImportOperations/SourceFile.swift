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
    ///
    /// - Parameter place: Where reading ended; nil where no place is meant.
    static func unreadable(_ expectation: LocalizedText, at place: LocalizedText? = nil) -> CommandFailure {
        let ended = place.map {
            LocalizedText(
                en: " Reading ended at \($0.english).", es: " La lectura terminó en \($0.spanish).")
        }
        return failure(
            "unreadable_export",
            LocalizedText(
                en: "The file can't be read: \(expectation.english)\(ended?.english ?? "") Nothing was changed.",
                es: "No se puede leer el archivo: \(expectation.spanish)\(ended?.spanish ?? "") No se cambió nada."))
    }

    /// Where a reader of JSON gave up, as `users[3].credentials[0].type`, counted from 0 as other tools do; nil
    /// for the file as a whole.
    ///
    /// No value is in it.
    static func place(of error: any Error) -> LocalizedText? {
        let path: [any CodingKey]
        switch error as? DecodingError {
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
            path = context.codingPath
        case .keyNotFound(let key, let context): path = context.codingPath + [key]
        default: return nil
        }
        let text = path.reduce(into: "") { text, key in
            text += key.intValue.map { "[\($0)]" } ?? (text.isEmpty ? "" : ".") + key.stringValue
        }
        return text.isEmpty ? nil : LocalizedText(verbatim: text)
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
