/// Stands for a state of a database; see ``SQLDatabase/changeMark``.
public struct SQLChangeMark: Hashable, Sendable {
    private let state: SIMD4<UInt64>

    /// Creates a mark of what an implementation tells states apart by.
    public init(_ state: SIMD4<UInt64>) {
        self.state = state
    }
}
