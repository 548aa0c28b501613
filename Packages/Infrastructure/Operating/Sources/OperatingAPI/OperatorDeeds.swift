public import CoreModels
public import FoundationEssentials
public import Localization
public import PluginKit
public import SQLStoreAPI

/// A kind of things that whoever runs a server does by a command, and that others may want to
/// know of later.
public struct OperatorDeed: Hashable, Sendable {
    /// Its stable name, in small letters, digits and hyphens, as in `picture-hidden`.
    public let name: String
    /// What people read.
    public let title: LocalizedText
    /// Whether it is one of many that a command does at once, all of them told of by another.
    public let isOneOfMany: Bool

    /// Creates a kind.
    public init(_ name: StaticString, _ title: LocalizedText, isOneOfMany: Bool = false) {
        self.name = "\(name)"
        self.title = title
        self.isOneOfMany = isOneOfMany
    }
}

/// Collects the kinds of things that operators do; plugins declare those of their commands.
public enum OperatorDeeds: ExtensionPoint {
    /// A kind.
    public typealias Value = OperatorDeed
}

/// Keeps a record of what operators do, in the transactions of their commands.
///
/// It works on its tables alone: a command has none of the plugins' objects, and a server may run
/// beside it.
public struct OperatorDeedRecording: Sendable {
    /// The tables that it needs.
    public let migrations: [Migration]
    /// Writes what was done, to whose account if to any, when, and to what else in a word for
    /// programs.
    public let record:
        @Sendable (
            _ deed: OperatorDeed, _ account: UserID?, _ detail: String?, _ now: Date, _ transaction: any SQLWriting
        ) throws -> Void

    /// Creates one.
    public init(
        _ migrations: [Migration],
        _ record:
            @escaping @Sendable (
                _ deed: OperatorDeed, _ account: UserID?, _ detail: String?, _ now: Date, _ transaction: any SQLWriting
            ) throws -> Void
    ) {
        self.migrations = migrations
        self.record = record
    }
}

/// Collects those who keep a record of what operators do; plugins declare them.
public enum OperatorDeedRecorders: ExtensionPoint {
    /// One of them.
    public typealias Value = OperatorDeedRecording
}
