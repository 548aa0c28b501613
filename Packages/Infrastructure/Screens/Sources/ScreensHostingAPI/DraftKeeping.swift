public import CoreModels
public import HTTPServingAPI

/// Keeps what somebody wrote while they do something else first, such as making an
/// account.
///
/// What a browser shows for all that was written there is a token that nobody else
/// knows; it is nothing without what is kept, and what is kept is nothing without it.
/// What is kept goes after ``DraftLimits/lifetime``, or when it is forgotten, and never
/// because something else comes. Any number of calls may run at once.
public protocol DraftKeeping: Sendable {
    /// Keeps a draft, in place of one that has its name and its owner.
    ///
    /// - Parameters:
    ///   - name: By what it is known in its browser, among those of its owner.
    ///   - owner: Who alone finds it again; nil for whoever signs in there next.
    ///   - token: What the browser shows; nil for nothing.
    ///   - common: What the browser shows from now on if nothing is kept for `token`, of
    ///     which nobody else can know: windows that keep something at the same moment get
    ///     the same. Nil for something new.
    ///   - room: Whose room it takes.
    /// - Returns: What the browser shows from now on; nil for a draft that is too long
    ///   or for which there is no room. Then what was kept before still is.
    /// - Throws: What keeps it from being kept, such as a full disk.
    func keep(
        _ draft: String, named name: String, of owner: UserID?, at token: Secret?, or common: Secret?,
        in room: DraftRoom
    ) async throws -> Secret?

    /// What a person finds again, the last one first.
    ///
    /// - Throws: What keeps it from being read.
    func drafts(of person: UserID, at token: Secret) async throws -> [String]

    /// Has a person own what nobody owns: whoever signs in next doesn't find it.
    ///
    /// - Throws: What keeps it from being noted, such as a full disk.
    func claim(at token: Secret, for person: UserID) async throws

    /// Forgets what a person finds under names.
    ///
    /// - Throws: What keeps it from being forgotten, such as a full disk.
    func forget(_ names: [String], of person: UserID, at token: Secret) async throws
}

/// Whose room drafts take, and answers to forms: so strangers take none of that which people have.
public enum DraftRoom: Hashable, Sendable {
    /// That of somebody who is signed in.
    case person(UserID)
    /// That of all strangers of a network.
    case network(IPNetwork)

    /// The room of whoever comes from an address.
    public init(of person: UserID?, from address: IPAddress) {
        self = person.map { .person($0) } ?? .network(IPNetwork(address, prefixLength: address.isIPv4 ? 24 : 64))
    }
}

/// How much is kept.
public enum DraftLimits {
    /// How long a draft may be as it is kept, in bytes: all text that a form may have,
    /// 64 KB, of which each byte may be escaped, and what it is known by.
    public static let bytes = (3 * 64 + 4) * 1024
    /// For how long it is kept, in seconds.
    public static let lifetime = 86_400.0
    /// How many are kept for whoever wrote them, in one browser.
    public static let count = 8
    /// How many are kept for one browser, whoever wrote them: all of them are looked at
    /// with each page.
    public static let browserCount = 64
}
