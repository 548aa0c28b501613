public import CoreModels
public import FoundationEssentials
public import SQLStoreAPI

/// Gives accounts other passwords, within the transactions of those who know
/// why: a proof that was mailed is used up with the change, or not at all.
///
/// Any number of calls may run at once. The password is taken as it is: what
/// makes it acceptable is decided before.
public protocol PasswordReplacing: Sendable {
    /// Hashes a password: the work that takes long, and needs no transaction.
    ///
    /// - Throws: `overloaded`, `cancelled`, `unavailable`.
    func prepare(_ password: Secret) async throws(AccountsError) -> PreparedPassword

    /// Replaces the password of an account and ends its sessions.
    ///
    /// - Parameters:
    ///   - email: The address that the account has to have.
    ///   - kept: The session that goes on, if there is one.
    ///   - count: How often it had been replaced when the present one was checked,
    ///     as that check brought it; nil if none was.
    /// - Returns: What to announce after the commit; nil if there is no such
    ///   account with that address, or its password was replaced since.
    /// - Throws: What should undo the transaction.
    func replacePassword(
        of id: UserID, at email: EmailAddress, with password: PreparedPassword, keeping kept: SessionID?,
        ifReplaced count: Int?, in transaction: any SQLWriting
    ) throws -> PasswordReplacement?

    /// Tells observers that whoever reads the mail of an account's address has set its
    /// password, in the same transaction: ways in that are younger than ``youth`` go.
    ///
    /// - Throws: What should undo the transaction.
    func recordRecovery(of user: User, in transaction: any SQLWriting) throws

    /// Whether an account had a password at some time since a moment, or has it now.
    ///
    /// Of those that were replaced the oldest five are looked at, each of which costs
    /// as much as checking the present one.
    ///
    /// - Parameter since: Not longer ago than ``formerPasswords``.
    /// - Throws: `overloaded`, `cancelled`, `unavailable`.
    func hadPassword(_ password: Secret, _ id: UserID, since: Date) async throws(AccountsError) -> Bool

    /// Logs the change and tells observers; it counts for requests, and devices are
    /// told, as soon as the transaction is committed.
    func announce(_ replacement: PasswordReplacement) async
}

extension PasswordReplacing {
    /// For how long it is known which passwords an account had.
    public static var formerPasswords: Duration { .seconds(15 * 86_400) }

    /// How long a way in has to have been there to outlive a recovery by mail.
    ///
    /// Its owner had a letter about it, and that long to read it: whoever knew the password
    /// for a while hasn't made themself at home.
    public static var youth: Duration { .seconds(30 * 86_400) }

    /// Replaces the password of an account, whatever it is now.
    public func replacePassword(
        of id: UserID, at email: EmailAddress, with password: PreparedPassword, keeping kept: SessionID?,
        in transaction: any SQLWriting
    ) throws -> PasswordReplacement? {
        try replacePassword(
            of: id, at: email, with: password, keeping: kept, ifReplaced: nil, in: transaction)
    }
}

/// A password that is ready to be stored; encoded, it is its hash.
public struct PreparedPassword: Codable, Sendable {
    package let encodedHash: String

    package init(encodedHash: String) {
        self.encodedHash = encodedHash
    }
}

/// A password that was replaced.
public struct PasswordReplacement: Hashable, Sendable {
    /// The account.
    public let user: User
    /// The session that goes on, if there is one.
    public let keptSession: SessionID?
    /// The sessions that it ended.
    public let endedSessions: [SessionID]

    package init(user: User, keptSession: SessionID?, endedSessions: [SessionID]) {
        self.user = user
        self.keptSession = keptSession
        self.endedSessions = endedSessions
    }
}
