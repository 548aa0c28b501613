import AccountsServiceAPI
import CoreModels
import FoundationEssentials
import Localization
import MailAPI
import MailedProofsAPI
import MailedProofsServiceAPI
import RegistrationContract
import SQLStoreAPI

/// Writes to those who are invited.
///
/// Who invites may be a command, which can seal no letter: it leaves the row, and a server that runs finds it. Letter
/// and word of it change in one transaction, so that each invitation has one letter, whenever the server is killed.
struct InvitationLetters: Sendable {
    /// How many letters are written at a time, so that other writes get their turn.
    private static let batch = 100
    /// When a letter is tried again that went over what an address gets: one within a minute, several within an hour.
    private static let pause: TimeInterval = 60

    let kind: MailedProofKind
    let proofs: any MailedProving
    /// The address of this server, for links.
    let address: @Sendable () -> String
    let now: @Sendable () -> Date

    var sweep: Sweep {
        Sweep("invitations", every: .seconds(10)) { db in
            let now = now()
            try InvitationTable.removeEnded(at: now, in: db)
            for id in try InvitationTable.ended(limit: Self.batch, in: db) {
                try proofs.void(kind, of: id, in: db)
                try InvitationTable.forget(id, in: db)
            }
            for row in try InvitationTable.due(at: now, limit: Self.batch, in: db) {
                let isSent = try proofs.send(kind, to: row.email, of: row.id, in: db) { message($0, for: row) }
                try InvitationTable.setLetterDue(
                    isSent ? nil : now.addingTimeInterval(Self.pause), of: row.id, in: db)
            }
        }
    }

    private func message(_ proof: IssuedProof, for row: InvitationRow) -> MailMessage {
        let server = address()
        return MailMessage(
            recipient: row.email, template: .invitation,
            values: [
                "url": "\(server)\(InvitationContract.pagePath)?token=\(proof.token.text)", "server": server,
            ], texts: ["end": .momentInUTC(row.expiresAt)])
    }
}

/// Forgets the invitation of an address that has an account, however that came to it.
///
/// Whoever makes an account with an address and doesn't prove it may be a stranger: that takes nobody's invitation.
struct InvitationEnd: AccountObserving {
    let kind: MailedProofKind
    let proofs: any MailedProving

    func record(_ event: AccountEvent, in transaction: any SQLWriting) throws {
        switch event {
        case .created(let user, _) where user.isVerified, .verified(let user, _), .addressReplaced(let user),
            .deleted(let user):
            for id in try InvitationTable.remove(of: user, in: transaction) {
                try proofs.void(kind, of: id, in: transaction)
            }
        case .created, .passwordReplaced, .returned, .recovered, .deletionBegun: break
        }
    }
}

extension MailTemplate {
    /// The link by which somebody who is invited makes an account.
    static let invitation = MailTemplate(
        "invitation",
        subject: LocalizedText(
            en: "{product}: you are invited to make an account", es: "{product}: te invitan a crear una cuenta"),
        text: LocalizedText(
            en: """
                {hello}

                Whoever runs {product} invites you to make an account there with this address. Open
                this page, and choose a name and a password:

                    {url}

                In a terminal, paste the same link where this asks for it:

                    essential --server {server} register --invitation

                The link is good once, until this time:

                    {end}

                If you don't want an account, ignore this message: without the link none is made.
                """,
            es: """
                {hello}

                Quien administra {product} te invita a crear allí una cuenta con esta dirección.
                Abre esta página y elige un nombre y una contraseña:

                    {url}

                En un terminal, pega el mismo enlace donde esto lo pida:

                    essential --server {server} register --invitation

                El enlace vale una vez, hasta este momento:

                    {end}

                Si no quieres una cuenta, ignora este mensaje: sin el enlace no se crea ninguna.
                """))
}
