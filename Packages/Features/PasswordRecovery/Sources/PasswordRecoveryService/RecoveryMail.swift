import AccountsServiceAPI
import CoreModels
import HTTPServingAPI
import HTTPTypes
import MailAPI
import MailedProofsAPI
import MailedProofsServiceAPI
import PasswordRecoveryContract
import SQLStoreAPI
import TelemetryAPI

/// Sends a link and a code to who doesn't know their password.
struct RecoveryMail: Sendable {
    let kind: MailedProofKind
    let proofs: any MailedProving
    let database: any SQLDatabase
    let accounts: any AccountReading
    /// The address of this server, for links.
    let address: @Sendable () -> String
    let log: Logger

    /// Sends a message, or does nothing but the same work where nobody has the
    /// address, or where it got enough messages lately (D2).
    func send(to email: EmailAddress, for request: ServerRequest) async {
        let log = log.with(["peer": "\(request.peer.ip)", "agent": request.fields[.userAgent]])
        do {
            let user = try await accounts.account(email: email)
            let isSent = try await database.write { db in
                try proofs.send(kind, to: email, of: user?.id, in: db) { message($0, to: email) }
            }
            // RECOV-05, 12: the same line for known and unknown addresses,
            // and an address that nobody has stands nowhere.
            log.notice("password recovery asked for", ["user": user?.id, "sent": isSent])
        } catch {
            log.error("no password recovery mail", ["reason": "\(error)"])
        }
    }

    private func message(_ proof: IssuedProof, to recipient: EmailAddress) -> MailMessage {
        MailMessage(
            recipient: recipient, template: .passwordReset,
            values: [
                "url": "\(address())\(PasswordRecoveryContract.pagePath)?token=\(proof.token.text)",
                "link_minutes": "\(Int(kind.linkLifetime / .seconds(60)))", "code": "\(proof.code)",
                "minutes": "\(Int(kind.codeLifetime / .seconds(60)))", "email": "\(recipient)",
            ])
    }
}
