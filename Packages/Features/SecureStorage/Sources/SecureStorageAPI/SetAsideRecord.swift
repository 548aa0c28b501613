/// A record that was found damaged and taken out of use, still sealed.
public struct SetAsideRecord: Hashable, Sendable, Identifiable {
    /// Why a record can't be used.
    public enum Reason: String, Hashable, Sendable, CaseIterable {
        /// The file is shorter or longer than a record can be, or isn't one.
        case malformed
        /// The bytes aren't those that were written under this name.
        case notAuthentic = "not-authentic"
        /// It is an older state of the record than one seen before.
        case rolledBack = "rolled-back"
        /// Its file is gone, though nobody removed the secret.
        case missing
    }

    /// The file's name; it tells nothing about the secret's name.
    public let id: String
    /// Where the sealed bytes are kept until the next clean-up; nil if they
    /// could not be moved.
    public let path: String?
    /// Why it was set aside, as far as that is known.
    public let reason: Reason

    /// Whether it is the vault's own list of its records; a new one is in its
    /// place then.
    public var isList: Bool { id == Self.listID }
    package static let listID = "list"

    /// Creates a report.
    public init(id: String, path: String?, reason: Reason) {
        self.id = id
        self.path = path
        self.reason = reason
    }
}
