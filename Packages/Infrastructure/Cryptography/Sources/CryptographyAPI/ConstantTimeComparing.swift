public import FoundationEssentials

/// Compares bytes without telling by its duration where they differ.
public protocol ConstantTimeComparing: Sendable {
    /// Says whether both sides hold the same bytes. The time it takes depends
    /// on the lengths alone.
    func areEqual(_ left: Data, _ right: Data) -> Bool
}
