public import CoreModels
public import MailAPI
public import MailedProofsAPI
public import SQLStoreAPI

/// Mails links and codes, and tells what they prove when they come back: that
/// who has them reads the mail of an address.
///
/// A link and a code go out together; either proves, and then both are used.
/// Another message of the same kind to the same account takes their place. The
/// database knows only keyed digests of them.
///
/// Calls may run at the same time.
public protocol MailedProving: Sendable {
    /// Mails a proof, unless the address got enough messages of the kind
    /// lately, or nobody is to get one.
    ///
    /// The work is the same whether or not there is a message.
    ///
    /// - Parameters:
    ///   - user: The account; nil where there is none, or where nothing is to
    ///     be proved.
    ///   - asker: The account whose wish it is, where any may name the address: each has
    ///     an allowance of its own for it; nil where the address has one for all.
    ///   - transaction: That of the change which the message tells of.
    ///   - message: Makes the message.
    /// - Returns: Whether there is a message.
    /// - Throws: What should undo the transaction.
    @discardableResult
    func send(
        _ kind: MailedProofKind, to email: EmailAddress, of user: UserID?, askedBy asker: UserID?,
        in transaction: any SQLWriting, _ message: (IssuedProof) -> MailMessage
    ) throws -> Bool

    /// Mails a word that proves nothing, within the same allowance for its
    /// kind and with the same work.
    ///
    /// - Parameters:
    ///   - kind: A name of its own, such as `address-tried`.
    ///   - asker: As for proofs.
    /// - Returns: Whether there is a message.
    /// - Throws: What should undo the transaction.
    @discardableResult
    func send(
        notice kind: StaticString, _ message: MailMessage, askedBy asker: UserID?, in transaction: any SQLWriting
    ) throws -> Bool

    /// Uses a proof up.
    ///
    /// Commit the transaction whatever the outcome: tries are counted in it.
    ///
    /// - Throws: What should undo the transaction; the proof isn't used then.
    func redeem(
        _ proof: PresentedProof, for kind: MailedProofKind, in transaction: any SQLWriting
    ) throws -> MailedProofOutcome

    /// Makes what was sent to an account and not used worth nothing.
    ///
    /// - Throws: What should undo the transaction.
    func void(_ kind: MailedProofKind, of user: UserID, in transaction: any SQLWriting) throws

    /// Tells what a link would prove now, and changes nothing.
    ///
    /// - Throws: `SQLError`.
    func examine(_ token: MailedToken, for kind: MailedProofKind) async throws -> MailedProofOutcome
}

/// What goes into a message.
public struct IssuedProof: Sendable {
    /// The code.
    public let code: MailedCode
    /// The token of the link.
    public let token: MailedToken

    /// Creates a proof.
    public init(code: MailedCode, token: MailedToken) {
        self.code = code
        self.token = token
    }
}

/// What somebody presents.
public enum PresentedProof: Hashable, Sendable {
    /// A code that was sent to this account.
    case code(MailedCode, of: UserID)
    /// A link that was sent to this account; to any if it is nil.
    case link(MailedToken, of: UserID?)
}

/// What becomes of it.
public enum MailedProofOutcome: Hashable, Sendable {
    /// Who presented it reads the mail of this address of the account.
    case proved(UserID, EmailAddress)
    /// It isn't the one that was sent last, or the code was tried too often.
    case unknown
    /// It is too old.
    case expired
    /// It was used before.
    case used
    /// It is a link for another purpose, or to another account.
    case foreign

    /// A word for logs.
    public var name: String {
        switch self {
        case .proved: "proved"
        case .unknown: "unknown"
        case .expired: "expired"
        case .used: "used"
        case .foreign: "foreign"
        }
    }
}

extension MailedProving {
    /// Mails a proof; the address has one allowance for all.
    ///
    /// - Throws: What should undo the transaction.
    @discardableResult
    public func send(
        _ kind: MailedProofKind, to email: EmailAddress, of user: UserID?, in transaction: any SQLWriting,
        _ message: (IssuedProof) -> MailMessage
    ) throws -> Bool {
        try send(kind, to: email, of: user, askedBy: nil, in: transaction, message)
    }

    /// Mails a word that proves nothing; the address has one allowance for all.
    ///
    /// - Throws: What should undo the transaction.
    @discardableResult
    public func send(notice kind: StaticString, _ message: MailMessage, in transaction: any SQLWriting) throws -> Bool {
        try send(notice: kind, message, askedBy: nil, in: transaction)
    }
}
