import AccountsServiceAPI
import AddressChangeContract
import CoreModels
import FoundationEssentials
import Localization
import MailAPI
import MailedProofsAPI
import SQLStoreAPI
import SessionsServiceAPI

/// Tells people that an address was changed: by letter and on their devices, in the
/// transaction in which it is.
struct AddressLetters: Sendable {
    let mail: any MailSending
    let events: any SecurityEventRecording
    /// The address of this server, for links.
    let address: @Sendable () -> String

    /// - Parameter token: What undoes it; nil for a change that nobody can undo by link.
    func tellOfChange(
        _ change: AddressReplacement, undoneBy token: MailedToken?, at now: Date, in db: any SQLWriting
    ) throws {
        let before = change.before
        var values: [String: String] = [:], times = ["time": LocalizedText.momentInUTC(now)]
        if let token {
            values["url"] = "\(address())\(AddressChangeContract.pagePath)?token=\(token.text)"
            times["end"] = .momentInUTC(now.addingTimeInterval(AddressChangeTable.lifetime))
        }
        try mail.enqueue(
            MailMessage(
                recipient: before.email, name: before.provenName,
                template: token == nil ? .addressLeft : .addressChanged, values: values,
                texts: times), in: db)
        try events.record(.wayInChanged(.address, .renewed), of: change.user.id, in: db)
    }

    /// Tells who has the account that others may read at its former address.
    func tellOfTries(_ row: AddressChangeTable.Row, to user: User, at now: Date, in db: any SQLWriting) throws {
        let times = ["time": LocalizedText.momentInUTC(now), "end": .momentInUTC(row.end)]
        try mail.enqueue(
            MailMessage(recipient: user.email, name: user.provenName, template: .addressUndoTried, texts: times),
            in: db)
    }

    /// Tells both, whoever of them is the person.
    func tellOfReturn(_ change: AddressReplacement, since: Date, at now: Date, in db: any SQLWriting) throws {
        let times = ["time": LocalizedText.momentInUTC(now), "since": .momentInUTC(since)]
        let letters: [(User, MailTemplate)] = [(change.user, .addressRestored), (change.before, .addressTakenBack)]
        for (user, template) in letters {
            try mail.enqueue(
                MailMessage(recipient: user.email, name: user.provenName, template: template, texts: times), in: db)
        }
        try events.record(.wayInChanged(.address, .restored), of: change.user.id, in: db)
    }
}
