import FoundationEssentials
import KernelTesting
import Testing

/// What a person does with a browser, one after the other; see `walk.py`.
enum WalkStep: Encodable, Sendable {
    case open(String), press(String), follow(String)
    case type(String, into: String), choose(String, in: String), file(String, in: String)
    /// The address matches a pattern, or the page shows a text, or doesn't.
    case isAt(String), sees(String), lacks(String)
    /// So many pictures have come.
    case pictures(Int)
    /// The person ends all sessions but that of another device, which logs in.
    case endOtherSessions(Person)
    /// The page is fit for people, at all widths and in both colour schemes.
    case look(String)

    private var words: [String] {
        switch self {
        case .open(let path): ["open", path]
        case .press(let text): ["press", text]
        case .follow(let text): ["follow", text]
        case .type(let text, let name): ["type", name, text]
        case .choose(let value, let name): ["choose", name, value]
        case .file(let path, let name): ["file", name, path]
        case .isAt(let pattern): ["at", pattern]
        case .sees(let text): ["sees", text]
        case .lacks(let text): ["lacks", text]
        case .pictures(let count): ["pictures", "\(count)"]
        case .endOtherSessions(let person): ["endOtherSessions", person.login]
        case .look(let name): ["look", name]
        }
    }

    func encode(to encoder: any Encoder) throws { try words.encode(to: encoder) }
}

extension Browser {
    /// Walks through the pages of a server.
    ///
    /// - Returns: What was wrong.
    static func walk(_ steps: [WalkStep], in language: String, at address: String) async throws -> [String] {
        let plan = WalkPlan(address: address, language: language, screenshots: screenshots, steps: steps)
        let child = try ChildProcess(
            try await python(), [Programs.root + "/Tests/Acceptance/Support/walk.py"])
        child.provideInput(String(decoding: try JSONEncoder().encode(plan), as: UTF8.self))
        let outcome = await child.outcome()
        try #require(outcome.exit == .status(0), "\(outcome.outputText)\(outcome.errorText)")
        return outcome.outputText.split(separator: "\n").map(String.init)
    }

    private struct WalkPlan: Encodable {
        let address: String
        let language: String
        let screenshots: String
        let steps: [WalkStep]
    }
}
