import FoundationEssentials
import Localization
import MailAPI
import OperatingAPI
import SQLStoreAPI

extension ServerFactSource {
    /// How many letters are shown of those that wait, and of those that were given up.
    private static let shown = 10

    /// Which letters wait, and which were given up and why; what they say stays sealed.
    ///
    /// Reasons of mail servers may name who was to get them.
    static func letters(in database: any SQLDatabase) -> ServerFactSource {
        ServerFactSource(LocalizedText(en: "Letters", es: "Cartas"), isPersonal: true) {
            let (waiting, dead, letters) = try await database.read { db in
                (
                    try OutboxTable.count(.waiting, in: db) + OutboxTable.count(.sending, in: db),
                    try OutboxTable.count(.dead, in: db), try OutboxTable.letters(in: db)
                )
            }
            let counts = [
                ServerFact(LocalizedText(en: "Letters that wait: \(waiting)", es: "Cartas que esperan: \(waiting)")),
                ServerFact(
                    LocalizedText(en: "Letters that were given up: \(dead)", es: "Cartas abandonadas: \(dead)")),
            ]
            let first = letters.filter { $0.state != .dead }.prefix(shown)
            let latest = letters.filter { $0.state == .dead }.suffix(shown).reversed()
            return counts + first.map(fact) + latest.map(fact)
        }
    }

    private static func fact(of letter: UndeliveredLetter) -> ServerFact {
        let words = [letter.template, letter.reason, letter.id].compactMap(\.self).joined(separator: " · ")
        return ServerFact(
            letter.state == .dead
                ? LocalizedText(en: "Given up:", es: "Abandonada:")
                : LocalizedText(en: "Waits, and is tried next:", es: "Espera, y se intenta:"),
            words, at: letter.dueAt)
    }
}
