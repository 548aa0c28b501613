import AtomicFiles
import FoundationEssentials
import Localization
import MailAPI

/// The operator's own words: `NAME.en.txt` and `NAME.es.txt`, whose first line
/// is `Subject: …` and whose second is empty, and `NAME.en.html`, `NAME.es.html`.
///
/// All are read at once, at the start and when the operator says so.
struct TemplateFolder: Sendable {
    private var wordings: [Key: MailWording] = [:]

    private struct Key: Hashable {
        let name: String
        let language: Language
    }

    /// A template is a page at most.
    private static let sizeLimit = 256 * 1024

    /// No words of one's own.
    init() {}

    /// Reads the files of a folder.
    ///
    /// - Throws: ``MailTemplateError``: the server had better not start than
    ///   speak with half of the words.
    init(path: String) throws(MailTemplateError) {
        let names: [String]
        do {
            names = try FileManager.default.contentsOfDirectory(atPath: path).filter { !$0.hasPrefix(".") }.sorted()
        } catch {
            throw MailTemplateError(
                file: path,
                problem: LocalizedText(en: "the folder can't be read", es: "la carpeta no se puede leer"))
        }
        for name in names where name.hasSuffix(".txt") {
            let file = path + "/" + name
            let key = try Self.key(of: name, in: path)
            let (subject, text) = try Self.split(try Self.read(file), file)
            let page = name.dropLast(4) + ".html"
            wordings[key] = MailWording(
                subject: subject, text: text,
                html: names.contains(String(page)) ? try Self.read("\(path)/\(page)") : nil)
        }
        for name in names where !name.hasSuffix(".txt") {
            guard name.hasSuffix(".html"), wordings[try Self.key(of: name, in: path)] != nil else {
                throw MailTemplateError(
                    file: path + "/" + name,
                    problem: LocalizedText(
                        en: "this isn't NAME.en.txt or NAME.es.txt, nor a page (.html) beside one of them",
                        es: "no es NOMBRE.en.txt ni NOMBRE.es.txt, ni una página (.html) junto a uno de ellos"))
            }
        }
    }

    /// The words for a template; nil if the operator has none, or none that
    /// can be filled.
    func wording(of message: MailMessage, in language: Language) -> MailWording? {
        guard let own = wordings[Key(name: message.template.name, language: language)],
            own.placeholders.isSubset(of: message.values(in: language).keys)
        else { return nil }
        return own
    }

    /// Whether there are words for it, also if they can't be filled.
    func names(_ template: MailTemplate, in language: Language) -> Bool {
        wordings[Key(name: template.name, language: language)] != nil
    }

    private static func key(of name: String, in path: String) throws(MailTemplateError) -> Key {
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, let language = Language(rawValue: String(parts[1])) else {
            throw MailTemplateError(
                file: path + "/" + name,
                problem: LocalizedText(
                    en: "the name isn't of the form NAME.en.txt or NAME.es.txt",
                    es: "el nombre no es de la forma NOMBRE.en.txt ni NOMBRE.es.txt"))
        }
        return Key(name: String(parts[0]), language: language)
    }

    private static func read(_ path: String) throws(MailTemplateError) -> String {
        let data: Data?
        do throws(FileError) {
            data = try AtomicFile(path: path).contents(limit: sizeLimit)
        } catch {
            throw MailTemplateError(file: path, problem: error.text)
        }
        guard let data, let text = String(validating: data, as: UTF8.self) else {
            throw MailTemplateError(file: path, problem: LocalizedText(en: "this isn't UTF-8", es: "no es UTF-8"))
        }
        return text
    }

    private static func split(_ text: String, _ file: String) throws(MailTemplateError) -> (String, String) {
        let lines = text.split(omittingEmptySubsequences: false) { $0.isNewline }
        guard lines.count > 2, lines[0].hasPrefix("Subject: "), lines[1].isEmpty else {
            throw MailTemplateError(
                file: file,
                problem: LocalizedText(
                    en: "the first line has to be “Subject: …” and the second empty",
                    es: "la primera línea debe ser «Subject: …» y la segunda, vacía"))
        }
        var body = lines[2...]
        while body.last?.isEmpty == true { body.removeLast() }
        return (String(lines[0].dropFirst("Subject: ".count)), body.joined(separator: "\n"))
    }
}
