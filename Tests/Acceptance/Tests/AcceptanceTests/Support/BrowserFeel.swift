import FoundationEssentials
import KernelTesting
import Testing

/// What somebody does with scripts; see `feel.py`.
struct FeelPlan: Encodable, Sendable {
    let address: String
    let scenario: String
    let picture: String
    let email = Person.ana.email, password = Person.ana.password
    /// The server's process, which is stopped or killed meanwhile.
    let server: Int32
    /// The file of a picture.
    var file = ""
    var width = 1_280
    var pages = 40
    /// How many milliseconds a task may take, on a machine that does nothing else
    /// (`ESSENTIAL_LONGEST_TASK=50`).
    var longestTask: Int?
}

extension Browser {
    /// - Returns: What was wrong.
    static func feel(_ plan: FeelPlan) async throws -> [String] {
        let child = try ChildProcess(try await python(), [script, try await SharedBrowser.address(hasDesktop: true)])
        child.provideInput(String(decoding: try JSONEncoder().encode(plan), as: UTF8.self))
        let outcome = await child.outcome()
        try #require(outcome.exit == .status(0), "\(outcome.outputText)\(outcome.errorText)")
        print(outcome.errorText)
        return outcome.outputText.split(separator: "\n").map(String.init)
    }

    /// Adds pictures to the data of a server that doesn't run.
    static func generate(_ count: Int, in data: String) async throws {
        let outcome = try await ChildProcess.run(try await python(), [script, "generate", data, "\(count)"])
        try #require(outcome.exit == .status(0), "\(outcome.errorText)")
    }

    private static let script = Programs.root + "/Tests/Acceptance/Support/feel.py"
}
