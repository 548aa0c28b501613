import ConsoleAPI
import Localization

/// Something because of which a backup can't be restored as it was made.
struct BackupFinding: Hashable, Sendable, Encodable {
    /// A stable word for programs.
    let code: String
    /// The file that it is about, in the backup's folder or `../` beside it.
    let file: String
    let message: LocalizedText

    private enum CodingKeys: String, CodingKey {
        case code, file, message
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(code, forKey: .code)
        try container.encode(file, forKey: .file)
        try container.encode(message.english, forKey: .message)
    }

    /// The first of them in a sentence each, and how many more there are.
    static func text(of findings: [BackupFinding]) -> LocalizedText {
        let shown = findings.prefix(10).map(\.message), more = findings.count - shown.count
        let rest = more > 0 ? [LocalizedText(en: "And \(more) more.", es: "Y \(more) más.")] : []
        return (shown + rest).reduce(nil) { text, next in text.map { $0 + next } ?? next }
            ?? LocalizedText(verbatim: "")
    }
}

extension BackupFinding {
    static func changed(_ file: String) -> BackupFinding {
        BackupFinding(
            code: "file_changed", file: file,
            message: LocalizedText(
                en: "\(file) isn't as it was written.", es: "\(file) no está como se escribió."))
    }

    static func missing(_ file: String) -> BackupFinding {
        BackupFinding(
            code: "file_missing", file: file,
            message: LocalizedText(en: "\(file) is missing.", es: "Falta \(file)."))
    }

    /// The folder isn't called as its backup was.
    static func renamed(_ name: String) -> BackupFinding {
        BackupFinding(
            code: "name_changed", file: BackupDescription.name,
            message: LocalizedText(
                en: "Its name has another time than it was made at: give the folder its name back, \(name).",
                es: "Su nombre tiene otra hora que aquella en que se hizo: devuelve su nombre a la carpeta, \(name)."))
    }

    static func format(_ number: Int) -> BackupFinding {
        BackupFinding(
            code: "format_unknown", file: BackupDescription.name,
            message: LocalizedText(
                en: "It has the form \(number), which this program doesn't know: use the newer one that made it.",
                es: "Tiene el formato \(number), que este programa no conoce: usa el más nuevo que la hizo."))
    }

    /// A row names a file that the backup doesn't have.
    static func unlisted(_ file: SharedFile) -> BackupFinding {
        BackupFinding(
            code: "file_unlisted", file: file.label,
            message: LocalizedText(
                en: "The database names \(file.label), which isn't in the backup.",
                es: "La base de datos nombra \(file.label), que no está en la copia."))
    }

    /// The parts don't belong together.
    static func unfit(_ failure: CommandFailure) -> BackupFinding {
        BackupFinding(code: failure.code, file: "essentiald.sqlite", message: failure.message)
    }
}
