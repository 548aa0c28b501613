/// Stands for a state of a database; see ``SQLDatabase/changeMark``.
public struct SQLChangeMark: Hashable, Sendable {
    private let commits: UInt64
    private let version: Int

    /// Creates a mark of what an implementation tells states apart by.
    ///
    /// - Parameters:
    ///   - commits: How many commits this process has made.
    ///   - version: What the library tells states by that others may have made.
    public init(commits: UInt64, version: Int) {
        self.commits = commits
        self.version = version
    }
}
