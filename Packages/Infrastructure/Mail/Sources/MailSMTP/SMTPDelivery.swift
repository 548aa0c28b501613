import AtomicFiles
package import CoreModels
import CurlKit
package import FoundationEssentials
package import MailAPI

/// Hands letters to a mail server, each on a thread of its own.
///
/// The library waits for the reply to a letter without returning to its loop.
/// Letters that shared one would run out of time while it waits, and would then
/// be cut off between their end and the reply to it: they would come twice.
package struct SMTPDelivery: MailDelivering {
    let settings: SMTPSettings
    let sender: EmailAddress

    package init(settings: SMTPSettings, sender: EmailAddress) {
        self.settings = settings
        self.sender = sender
    }

    package func deliver(_ letter: MailLetter) async throws(MailDeliveryError) {
        try await deliver(letter.data, from: sender.description, to: letter.recipient.description)
    }

    /// Hands over a letter, unless an address could forge another.
    package func deliver(_ letter: Data, from sender: String, to recipient: String) async throws(MailDeliveryError) {
        guard let sender = EnvelopeAddress(sender), let recipient = EnvelopeAddress(recipient) else {
            throw .refused(reason: "an address can't be used")
        }
        let password: Secret?
        do throws(FileError) {
            password = try settings.login?.password.read()
        } catch {
            throw .postponed(reason: error.description)
        }
        let loop = CurlLoop()
        let failure = await withCheckedContinuation { continuation in
            let transfer = SMTPTransfer(letter, from: sender, to: recipient, settings, password: password) {
                continuation.resume(returning: $0)
            }
            loop.start(CurlTicket(), transfer)
        }
        await loop.stop()
        if let failure { throw failure }
    }
}
