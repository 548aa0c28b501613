/// Why bytes are not the JSON that was asked for; it holds nothing of them.
public struct JSONError: Error, Hashable, CustomStringConvertible {
    /// What should have been there.
    public let expected: String
    /// Where, in bytes from the start.
    public let offset: Int

    /// What was expected and where.
    public var description: String { "no JSON as expected: \(expected) at byte \(offset)" }
}
