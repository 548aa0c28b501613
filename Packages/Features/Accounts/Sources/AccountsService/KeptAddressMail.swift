import AccountsServiceAPI
import CoreModels
import FoundationEssentials
import Localization
import MailAPI
import SQLStoreAPI

/// Hands over what a person is told of the ways into the account: to the address that is
/// kept for it as well, since whoever changed the address may be the one who adds ways.
struct KeptAddressMail: MailSending {
    let mail: any MailSending
    let keepers: @Sendable () -> [any AddressKeeping]
    let now: @Sendable () -> Date
    /// What is written to the kept address in place of a letter, by that letter's name.
    ///
    /// Whoever reads there can't log in by it. It can say `{undo}`, until when the change of
    /// the address can be undone.
    var formerly: [String: MailTemplate] = [:]

    func enqueue(_ message: MailMessage, in transaction: any SQLWriting) throws {
        try mail.enqueue(message, in: transaction)
        guard let id = try AccountRow.identifier(message.recipient, in: transaction),
            let kept = try keepers().keptAddress(for: id, at: now(), in: transaction), kept.email != message.recipient
        else { return }
        let own = formerly[message.template.name]
        let end = own.map { _ in ["undo": LocalizedText.momentInUTC(kept.end)] } ?? [:]
        // Whoever changed the address may have chosen the name.
        try mail.enqueue(
            MailMessage(
                recipient: kept.email, template: own ?? message.template,
                values: message.values, texts: message.texts.merging(end) { $1 }, language: message.language),
            in: transaction)
    }

    func rehearse(_ message: MailMessage, in transaction: any SQLWriting) throws {
        try mail.rehearse(message, in: transaction)
    }

    func withdraw(to recipient: EmailAddress, in transaction: any SQLWriting) throws {
        try mail.withdraw(to: recipient, in: transaction)
    }

    func send(_ message: MailMessage) async throws(MailError) { try await mail.send(message) }
}
