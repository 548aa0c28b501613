import CoreModels
import CryptographyAPI
import FoundationEssentials
import Localization
import Locking
import MailAPI
import SQLStoreAPI

/// Takes messages and keeps them as letters.
final class Outbox: MailSending {
    private let database: any SQLDatabase
    private let sealing: LetterSealing
    private let random: any RandomSource
    private let sender: MailSender
    private let templateFolder: String?
    private let known: @Sendable () -> [MailTemplate]
    private let templates = Locked(TemplateFolder())
    private let bell: Bell
    let now: @Sendable () -> Date

    init(
        database: any SQLDatabase, sealing: LetterSealing, random: any RandomSource, sender: MailSender,
        templateFolder: String?, known: @escaping @Sendable () -> [MailTemplate], bell: Bell,
        now: @escaping @Sendable () -> Date
    ) {
        self.database = database
        self.sealing = sealing
        self.random = random
        self.sender = sender
        self.templateFolder = templateFolder
        self.known = known
        self.bell = bell
        self.now = now
    }

    /// The letters that aren't handed over, the oldest first.
    func undelivered() async throws -> [UndeliveredLetter] {
        try await database.read { db in try OutboxTable.letters(in: db) }
    }

    /// Reads what transactions can't wait for.
    func prepare() async throws {
        try readTemplates()
        try await sealing.loadKey()
    }

    /// Reads the operator's own words, all of them or none.
    func readTemplates() throws(MailTemplateError) {
        guard let loaded = templatesOnDisk else { return }
        if let problem = loaded.problems.first { throw problem }
        templates.withLock { $0 = loaded }
    }

    /// All that is wrong with the operator's own words.
    var templateProblems: [MailTemplateError] { templatesOnDisk?.problems ?? [] }

    private var templatesOnDisk: TemplateFolder? {
        templateFolder.map { TemplateFolder(path: $0, known: known() + [.notice]) }
    }

    func enqueue(_ message: MailMessage, in transaction: any SQLWriting) throws {
        let id = try random.uuid(), now = now()
        let letter = Letter(message: message, wordings: wordings(of: message), sender: sender, date: now, id: id)
        try OutboxTable.insert(
            id, message, sealedLetter: try sealing.seal(letter.data, id), at: now, in: transaction)
        // Before the commit, who answers the bell would find nothing.
        try transaction.afterCommit { [bell] in bell.ring() }
    }

    func withdraw(to recipient: EmailAddress, in transaction: any SQLWriting) throws {
        try OutboxTable.removeAll(to: recipient, in: transaction)
    }

    func rehearse(_ message: MailMessage, in transaction: any SQLWriting) throws {
        do {
            try transaction.savepoint { db in
                try enqueue(message, in: db)
                throw Rehearsed()
            }
        } catch is Rehearsed {}
    }

    private struct Rehearsed: Error {}

    func send(_ message: MailMessage) async throws(MailError) {
        do {
            try await database.write { db in try enqueue(message, in: db) }
        } catch let error as MailError {
            throw error
        } catch {
            throw .unavailable(reason: "\(error)")
        }
    }

    private func wordings(of message: MailMessage) -> [MailWording] {
        let templates = templates.current
        return message.languages.map { language in
            let wording = templates.wording(of: message.template, in: language)
            return (wording ?? message.template.wording(in: language)).filled(
                with: message.values(in: language, from: sender.product))
        }
    }
}
