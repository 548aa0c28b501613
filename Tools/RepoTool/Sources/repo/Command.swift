/// One of the things that `repo` does.
protocol Command: Sendable {
    /// The word that chooses it.
    static var name: String { get }
    /// The line in the list of commands.
    static var summary: String { get }
    /// The arguments, the options and an example.
    static var usage: String { get }
    /// The options that take a value, such as `--base`.
    static var options: Set<String> { get }
    /// The options that take none, such as `--json`.
    static var flags: Set<String> { get }

    /// Does it, and gives the exit status: 0 when all is well, 1 when the
    /// repository needs mending.
    ///
    /// - Throws: ``UsageError`` for arguments that make no sense, anything else
    ///   for what went wrong.
    static func run(_ arguments: Arguments) async throws -> Int32
}

extension Command {
    static var options: Set<String> { [] }
    static var flags: Set<String> { [] }
}

/// Arguments that make no sense.
struct UsageError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
