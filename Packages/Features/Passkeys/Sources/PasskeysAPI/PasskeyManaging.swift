public import FoundationEssentials

/// Shows the passkeys of who is logged in, and changes them.
///
/// Making and removing one takes a recent authentication: it fails with `notRecent`
/// without. Any number of calls may run at once.
public protocol PasskeyManaging: Sendable {
    /// The passkeys, the oldest first.
    ///
    /// - Throws: `notLoggedIn`, `unavailable`, `connectivity`, `busy`, `server`,
    ///   `cancelled`, `impossible`.
    func passkeys() async throws(PasskeyError) -> [Passkey]

    /// What a browser is asked to make one.
    ///
    /// - Throws: `notRecent`, `addressNotProved`, and as ``passkeys()``.
    func makingQuestion() async throws(PasskeyError) -> PasskeyQuestion

    /// Keeps one that was made.
    ///
    /// - Parameters:
    ///   - answer: What the browser gave, in JSON.
    ///   - name: How the person calls it.
    /// - Throws: `noAnswer`, `invalid`, `unverified`, `over`, `known`, `tooMany`,
    ///   `invalidName`, and as ``makingQuestion()``.
    func add(_ answer: String, named name: String) async throws(PasskeyError) -> Passkey

    /// Gives one another name.
    ///
    /// - Throws: `unknown`, `invalidName`, `notRecent` where a code that was typed elsewhere
    ///   let this device in, and as ``passkeys()``.
    func rename(_ id: UUID, to name: String) async throws(PasskeyError) -> Passkey

    /// Takes one away.
    ///
    /// - Throws: `unknown`, `lastWay`, `notRecent`, and as ``passkeys()``.
    func remove(_ id: UUID) async throws(PasskeyError)

    /// What a browser is asked so that the person proves once more who they are.
    ///
    /// - Throws: As ``passkeys()``.
    func authenticationQuestion() async throws(PasskeyError) -> PasskeyQuestion

    /// Proves once more who one is.
    ///
    /// - Throws: `noAnswer`, `refused`, `invalid`, `unverified`, `copied`, `over`, and as
    ///   ``passkeys()``.
    func authenticate(with answer: String) async throws(PasskeyError)
}

/// A passkey.
public struct Passkey: Hashable, Sendable {
    /// What names it.
    public let id: UUID
    /// How the person calls it.
    public let name: String
    /// When it was made.
    public let madeAt: Date
    /// When it was used last; nil for never.
    public let usedAt: Date?
    /// Whether it is on several devices, or in somebody's cloud.
    public let isBackedUp: Bool
    /// When something answered as an older copy of it would; nil for never.
    public let copySeenAt: Date?

    /// Creates a value.
    public init(id: UUID, name: String, madeAt: Date, usedAt: Date?, isBackedUp: Bool, copySeenAt: Date? = nil) {
        self.id = id
        self.name = name
        self.madeAt = madeAt
        self.usedAt = usedAt
        self.isBackedUp = isBackedUp
        self.copySeenAt = copySeenAt
    }
}
