public import CoreModels
public import FoundationEssentials

/// What there is to know once an account has another address.
public struct ChangedAddress: Hashable, Sendable {
    /// The person with the new address, which is proved.
    public let user: User
    /// Until when whoever reads the mail of the old address can undo the change; nil if
    /// nobody can, or if that isn't known.
    public let undoableUntil: Date?

    /// Tells of a change.
    public init(_ user: User, undoableUntil: Date? = nil) {
        self.user = user
        self.undoableUntil = undoableUntil
    }
}
