public import CoreModels
public import FoundationEssentials
public import Localization
public import PluginKit
public import SQLStoreAPI

/// Something that whoever runs the server does to an account by a page, where commands do the same.
///
/// ```swift
/// contributions.add(AccountAct("release", …), to: AccountActs.self)
/// ```
public struct AccountAct: Sendable {
    /// Its stable name, in small letters and hyphens, as in `log-out`.
    public let name: String
    /// What its button says: a verb.
    public let title: LocalizedText
    /// What it does, before it is done.
    public let meaning: LocalizedText
    /// That it is done.
    public let done: LocalizedText
    /// Whether the person is told a reason, if there is one.
    public let takesReason: Bool
    /// Whether it can be done to an account as it is.
    public let isPossible: @Sendable (_ account: User, _ now: Date, _ db: any SQLReading) throws -> Bool
    /// Does it, in a transaction of whoever has it done, who keeps a record.
    ///
    /// It returns whether there was anything to do; what it throws undoes the transaction.
    public let perform:
        @Sendable (_ account: User, _ reason: String?, _ now: Date, _ transaction: any SQLWriting) throws -> Bool

    /// Creates one.
    public init(
        _ name: StaticString, _ title: LocalizedText, meaning: LocalizedText, done: LocalizedText,
        takesReason: Bool = false,
        isPossible: @escaping @Sendable (_ account: User, _ now: Date, _ db: any SQLReading) throws -> Bool,
        perform:
            @escaping @Sendable (
                _ account: User, _ reason: String?, _ now: Date, _ transaction: any SQLWriting
            ) throws -> Bool
    ) {
        self.name = name.description
        self.title = title
        self.meaning = meaning
        self.done = done
        self.takesReason = takesReason
        self.isPossible = isPossible
        self.perform = perform
    }
}

/// Collects what whoever runs the server does to accounts.
public enum AccountActs: ExtensionPoint {
    /// One of these.
    public typealias Value = AccountAct
}

/// Something that whoever runs the server may know of an account.
public struct AccountFact: Hashable, Sendable {
    /// What it is.
    public let label: LocalizedText
    /// What its person, or a program of theirs, wrote of it; nil for nothing.
    public let text: String?
    /// When it was; nil where that says nothing.
    public let time: Date?

    /// Creates a fact.
    public init(_ label: LocalizedText, _ text: String? = nil, at time: Date? = nil) {
        self.label = label
        self.text = text
        self.time = time
    }
}

/// What a feature knows of an account.
public struct AccountFactSource: Sendable {
    /// What it is about.
    public let heading: LocalizedText
    /// Reads it, some dozens of facts at most.
    public let facts: @Sendable (UserID, _ now: Date, _ db: any SQLReading) throws -> [AccountFact]

    /// Creates a source.
    public init(
        _ heading: LocalizedText,
        facts: @escaping @Sendable (UserID, _ now: Date, _ db: any SQLReading) throws -> [AccountFact]
    ) {
        self.heading = heading
        self.facts = facts
    }
}

/// Collects what features know of accounts.
public enum AccountFactSources: ExtensionPoint {
    /// One of them.
    public typealias Value = AccountFactSource
}
