import FoundationEssentials
import KernelTesting
import Locking

/// A program that steers a browser for one person after another: to start one costs a
/// second of a processor's time.
///
/// Each person has windows of their own, which are closed and forgotten when they leave.
struct Steersman: Sendable {
    private static let idle = Locked<[[String]: [ChildProcess]]>([:])

    private let command: [String]
    private let child: ChildProcess

    /// Takes one up that somebody left, or starts one.
    ///
    /// - Parameters:
    ///   - script: What steers, in the folder `Support`.
    ///   - browser: Where the browser is reached.
    ///   - person: Who comes, as the script wants to know it.
    init(_ script: String, _ browser: String, for person: some Encodable) async throws {
        let command = [Programs.root + "/Tests/Acceptance/Support/" + script, browser]
        self.command = command
        let python = try await Browser.python()
        let idle = Self.idle.withLock { $0[command]?.popLast() }
        child = try idle ?? ChildProcess(python, command)
        child.type(String(decoding: try JSONEncoder().encode(person), as: UTF8.self) + "\n")
    }

    /// Gives an order, a line.
    func order(_ line: String) { child.type(line + "\n") }

    /// Reads what it tells, in so many lines; fewer if it ends.
    func lines(_ count: Int = 1) async -> [Substring] {
        var text = ""
        while text.utf8.count(where: { $0 == UInt8(ascii: "\n") }) < count {
            let more = await child.readOutput(until: "\n")
            guard !more.isEmpty else { break }
            text += more
        }
        return text.split(separator: "\n")
    }

    /// Why it ended.
    func complaint() async -> String { await child.outcome().errorText }

    /// The person leaves.
    func leave() async {
        order("")
        if await child.readOutput(until: "\n") == "\n" {
            Self.idle.withLock { $0[command, default: []].append(child) }
        } else {
            _ = await child.outcome()
        }
    }
}
