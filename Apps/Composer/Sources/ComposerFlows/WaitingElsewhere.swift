public import ConsoleAPI
public import Localization

/// What waits on this device for another server than the one that is used, such as for one
/// that has moved.
public struct WaitingElsewhere: Encodable, Hashable, Sendable {
    /// The server's address.
    public let server: String
    /// How many requests wait for it.
    public let count: Int

    /// Creates a description.
    public init(server: String, count: Int) {
        self.server = server
        self.count = count
    }

    /// How many it is, where they go, and the command that shows them.
    public func text(after invocation: Invocation) -> LocalizedText {
        let line = invocation.line("essential queue --server \(server)")
        return LocalizedText(
            en: "Requests that wait for \(server), and go there alone: \(count). See them with: \(line)",
            es: "Peticiones que esperan a \(server), y solo van allí: \(count). Míralas con: \(line)")
    }
}

extension [WaitingElsewhere] {
    /// A line for each of them.
    func blocks(after invocation: Invocation) -> [OutputBlock] {
        map { OutputBlock.line($0.text(after: invocation), .warning) } + [.blank]
    }
}
