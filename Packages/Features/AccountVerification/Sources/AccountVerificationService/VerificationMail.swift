import AccountVerificationContract
import AccountsServiceAPI
import CoreModels
import FoundationEssentials
import MailAPI
import RegistrationServiceAPI
import SQLStoreAPI
import TelemetryAPI

/// Sends a code to everyone who makes an account, and a word to those whose
/// address somebody else tried to use.
///
/// Messages are part of the transactions that cause them. Where nobody may
/// learn whether there is a message, the work without one is the same.
struct VerificationMail: AccountObserving, RegistrationObserving {
    let codes: VerificationCodes
    let mail: any MailSending
    let log: Logger

    func record(_ event: AccountEvent, in transaction: any SQLWriting) throws {
        guard case .created(let user) = event, Self.canArrive(at: user.email) else { return }
        try sendCode(to: user, isDecoy: false, in: transaction)
    }

    func didTryToRegister(addressOf owner: User) async {
        let time = codes.now(), canArrive = Self.canArrive(at: owner.email)
        do {
            try await codes.database.write { db in
                let isAllowed = try MailAllowance.take(.warning, for: owner.email, at: time, in: db)
                let message = MailMessage(recipient: owner.email, template: .addressTried)
                if isAllowed && canArrive {
                    try mail.enqueue(message, in: db)
                } else {
                    try mail.rehearse(message, in: db)
                }
            }
        } catch {
            log.error("no word to the owner of an address", ["user": owner.id, "reason": "\(error)"])
        }
    }

    /// Sends another code; does nothing but the same work where nobody has the
    /// address, where it is confirmed, or where it got enough messages lately.
    func sendAnotherCode(to email: EmailAddress, of user: User?) async {
        let addressee =
            user ?? User(id: UserID(UUID()), name: "", email: email, isVerified: false, createdAt: codes.now())
        let isDecoy = user == nil || addressee.isVerified || !Self.canArrive(at: email)
        do {
            let isSent = try await codes.database.write { db in
                try sendCode(to: addressee, isDecoy: isDecoy, in: db)
            }
            if !isSent { log.notice("no further verification code", ["user": user?.id]) }
        } catch {
            log.error("no verification code", ["user": user?.id, "reason": "\(error)"])
        }
    }

    /// - Returns: Whether there is a message.
    @discardableResult
    private func sendCode(to user: User, isDecoy: Bool, in db: any SQLWriting) throws -> Bool {
        let time = codes.now()
        let isAllowed = try MailAllowance.take(isDecoy ? .decoy : .code, for: user.email, at: time, in: db)
        guard isAllowed, !isDecoy else {
            let code = try rehearse(in: db) { db in try codes.make(for: user, at: time, in: db) }
            try mail.rehearse(message(code, to: user), in: db)
            return false
        }
        let code = try codes.make(for: user, at: time, in: db)
        try mail.enqueue(message(code, to: user), in: db)
        return true
    }

    /// Nothing arrives below `.invalid`, which nobody can have (RFC 2606,
    /// section 2).
    private static func canArrive(at email: EmailAddress) -> Bool {
        !email.canonical.hasSuffix(".invalid")
    }

    /// The name stays out: until the address is proved, a stranger may have
    /// chosen it as the message.
    private func message(_ code: VerificationCode, to user: User) -> MailMessage {
        MailMessage(
            recipient: user.email, template: .verificationCode,
            values: ["code": "\(code)", "minutes": "\(Int((codes.lifetime / 60).rounded(.down)))"])
    }

    /// Does something in the database and undoes it.
    private func rehearse<Value>(
        in db: any SQLWriting, _ body: (any SQLWriting) throws -> Value
    ) throws -> Value {
        var value: Value?
        do {
            try db.savepoint { db in
                value = try body(db)
                throw Undone()
            }
        } catch is Undone where value != nil {}
        guard let value else { throw Undone() }
        return value
    }

    private struct Undone: Error {}
}
