import AtomicFiles
import FoundationEssentials
import Localization
import MailAPI

/// The operator's own words: `NAME.en.txt` and `NAME.es.txt`, whose first line
/// is `Subject: …` and whose second is empty, and `NAME.en.html`, `NAME.es.html`.
///
/// All are read at once, at the start and when the operator says so.
struct TemplateFolder: Sendable {
    /// What can't be used; with any of it, nothing of the folder is.
    private(set) var problems: [MailTemplateError] = []
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
    /// - Parameter known: What they may replace. A file for something else would
    ///   never be read, and nobody would notice before people get other words.
    init(path: String, known: [MailTemplate]) {
        let names: [String]
        do {
            names = try FileManager.default.contentsOfDirectory(atPath: path).filter { !$0.hasPrefix(".") }.sorted()
        } catch {
            problems = [
                MailTemplateError(
                    file: path,
                    problem: LocalizedText(en: "the folder can't be read", es: "la carpeta no se puede leer"))
            ]
            return
        }
        for name in names {
            do throws(MailTemplateError) {
                try read(name, of: names, in: path, known)
            } catch {
                problems.append(error)
            }
        }
    }

    /// The words for a template; nil if the operator has none.
    func wording(of template: MailTemplate, in language: Language) -> MailWording? {
        wordings[Key(name: template.name, language: language)]
    }

    private mutating func read(
        _ name: String, of names: [String], in path: String, _ known: [MailTemplate]
    ) throws(MailTemplateError) {
        let file = path + "/" + name
        let parts = name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 3, let language = Language(rawValue: parts[1]), ["txt", "html"].contains(parts[2]) else {
            throw MailTemplateError(
                file: file,
                problem: LocalizedText(
                    en: "the name isn't of the form NAME.en.txt or NAME.es.txt, nor NAME.en.html or NAME.es.html",
                    es:
                        "el nombre no es de la forma NOMBRE.en.txt ni NOMBRE.es.txt, ni NOMBRE.en.html ni NOMBRE.es.html"
                ))
        }
        guard let template = known.first(where: { $0.name == parts[0] }) else {
            let all = Set(known.map(\.name)).sorted().joined(separator: ", ")
            throw MailTemplateError(
                file: file,
                problem: LocalizedText(
                    en: "no message is called “\(parts[0])”; there are \(all)",
                    es: "ningún mensaje se llama «\(parts[0])»; existen \(all)"))
        }
        let key = Key(name: parts[0], language: language), text = "\(key.name).\(language.rawValue).txt"
        guard names.contains(text) else {
            throw MailTemplateError(
                file: file,
                problem: LocalizedText(
                    en: "a page needs its text beside it, in \(text)",
                    es: "una página necesita su texto al lado, en \(text)"))
        }
        let content = try Self.read(file)
        let wording: MailWording
        if parts[2] == "html" {
            wording = MailWording(subject: "", text: "", html: content)
        } else {
            let (subject, body) = try Self.split(content, file)
            wording = MailWording(subject: subject, text: body)
        }
        try Self.check(wording.valueNames, template, file)
        // A page comes before its text, whose subject it has.
        let page = wordings[key]?.html
        wordings[key] = MailWording(subject: wording.subject, text: wording.text, html: wording.html ?? page)
    }

    private static func check(
        _ names: Set<String>, _ template: MailTemplate, _ file: String
    ) throws(MailTemplateError) {
        func list(_ names: Set<String>) -> String { names.sorted().map { "{\($0)}" }.joined(separator: ", ") }
        let unknown = names.subtracting(template.values)
        guard !unknown.isEmpty else { return }
        throw MailTemplateError(
            file: file,
            problem: LocalizedText(
                en: "this message has nothing for \(list(unknown)); it has \(list(template.values))",
                es: "este mensaje no tiene nada para \(list(unknown)); tiene \(list(template.values))"))
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
