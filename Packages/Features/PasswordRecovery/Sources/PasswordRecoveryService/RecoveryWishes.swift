import AccountsServiceAPI
import CoreModels
import DeferredWorkAPI
import FoundationEssentials
import Localization
import MailAPI
import MailedProofsAPI
import MailedProofsServiceAPI
import PasswordRecoveryContract
import SQLStoreAPI
import TelemetryAPI

/// Sends links and codes to those who have an account.
struct RecoveryWishes: DeferredWorkHandling {
    static let workKind = DeferredWorkKind("password-recovery")

    let kind: MailedProofKind
    let proofs: any MailedProving
    let database: any SQLDatabase
    let accounts: any AccountReading
    /// The address of this server, for links.
    let address: @Sendable () -> String
    let log: Logger

    var workKind: DeferredWorkKind { Self.workKind }

    /// Sends a message, unless nobody has the address, or it got enough
    /// messages lately.
    func perform(_ details: Secret) async throws {
        let wish = try unsafe details.withUnsafeBytes {
            try unsafe WireDecoder().decode(RecoveryWish.self, from: Data($0))
        }
        let user = try await accounts.account(email: wish.email)
        // To the address that the account has: what was typed found it, and may
        // lead to another mailbox (D24).
        let recipient = user?.email ?? wish.email
        let isSent = try await RequestOrigin.$current.withValue(wish.origin) {
            try await database.write { db in
                try proofs.send(kind, to: recipient, of: user?.id, in: db) { proof in
                    message(
                        proof, to: recipient, called: user?.provenName,
                        in: wish.language.flatMap { Language(tag: $0) })
                }
            }
        }
        // RECOV-05, 12: the same line for known and unknown addresses, and an
        // address that nobody has stands nowhere.
        log.notice(
            "password recovery asked for",
            ["peer": wish.peer, "agent": wish.agent, "user": user?.id, "sent": isSent])
    }

    private func message(
        _ proof: IssuedProof, to recipient: EmailAddress, called name: String?, in language: Language?
    ) -> MailMessage {
        MailMessage(
            recipient: recipient, name: name, template: .passwordReset,
            values: [
                "url": "\(address())\(PasswordRecoveryContract.pagePath)?token=\(proof.token.text)",
                "link_minutes": "\(Int(kind.linkLifetime / .seconds(60)))", "code": "\(proof.code)",
                "minutes": "\(Int(kind.codeLifetime / .seconds(60)))", "email": "\(recipient)",
            ], language: language)
    }
}
