import AccountVerificationContract
import AccountsServiceAPI
import CoreModels
import Localization
import MailAPI
import MailedProofsAPI
import MailedProofsServiceAPI
import Presenting
import RegistrationServiceAPI
import SQLStoreAPI
import TelemetryAPI

/// Sends a link and a code to everyone who makes an account, and a word to
/// those whose address somebody else tried to use.
///
/// Messages are part of the transactions that cause them.
struct VerificationMail: AccountObserving, RegistrationObserving {
    let kind: MailedProofKind
    let proofs: any MailedProving
    let database: any SQLDatabase
    /// The address of this server, for links.
    let address: @Sendable () -> String
    /// What people can do: messages name no other way.
    let offered: @Sendable () -> [NextStep]
    let ways: LetterWays
    let log: Logger

    func record(_ event: AccountEvent, in transaction: any SQLWriting) throws {
        guard case .created(let user, let language) = event, !user.isVerified else { return }
        try proofs.send(kind, to: user.email, of: user.id, in: transaction) {
            message($0, to: user.email, in: language)
        }
    }

    func didTryToRegister(addressOf owner: User) async {
        await tell(
            MailMessage(
                recipient: owner.email, name: owner.provenName, template: .addressTried(offering: offered()),
                values: ["recover": ways.way(to: .recover, or: "essential recover")]))
    }

    /// Without a name: whoever reads there may be somebody else by now.
    func didTryToRegister(kept email: EmailAddress) async {
        await tell(MailMessage(recipient: email, template: .keptAddressTried))
    }

    private func tell(_ message: MailMessage) async {
        do {
            _ = try await database.write { db in try proofs.send(notice: "address-tried", message, in: db) }
        } catch {
            log.failure("no word to the owner of an address", ["reason": "\(error)"])
        }
    }

    /// Sends another message, unless nobody has the address, it is confirmed, or
    /// it got enough lately.
    ///
    /// - Returns: Whether it is sent.
    @discardableResult
    func sendAnother(to email: EmailAddress, of user: User?, in language: String?) async throws -> Bool {
        let addressee = user.flatMap { $0.isVerified ? nil : $0.id }
        // What was typed found the account, and may lead to another mailbox (D24).
        let recipient = user?.email ?? email
        let isSent = try await database.write { db in
            try proofs.send(kind, to: recipient, of: addressee, in: db) { message($0, to: recipient, in: language) }
        }
        if !isSent { log.notice("no further verification mail", ["user": user?.id]) }
        return isSent
    }

    /// The name stays out: until the address is proved, a stranger may have
    /// chosen it as the message.
    private func message(_ proof: IssuedProof, to recipient: EmailAddress, in language: String?) -> MailMessage {
        MailMessage(
            recipient: recipient, template: .verification,
            values: [
                "url": "\(address())\(AccountVerificationContract.pagePath)?token=\(proof.token.text)",
                "hours": "\(Int(kind.linkLifetime / .seconds(3_600)))", "code": "\(proof.code)",
                "spaced_code": proof.code.spaced,
                "minutes": "\(Int(kind.codeLifetime / .seconds(60)))",
            ], language: language.flatMap { Language(tag: $0) })
    }
}
