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
    /// Something is chosen, or with an empty value not any more; the document says
    /// something of itself.
    case tick(String, String), marked(String, String)
    /// Something that is masked is asked for; the window is left.
    case unfold(String), leave, paperLacks(String)
    /// The person allows the browser something, or not: `granted`, `denied`,
    /// `prompt`, or `restricted` for what it can't do.
    case permit(String, String)
    /// Presses what stays on the page; a text appears; a field gets something.
    case hit(String), shows(String), holds(String, in: String)
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
        case .tick(let name, let value): ["tick", name, value]
        case .marked(let attribute, let value): ["marked", attribute, value]
        case .unfold(let text): ["unfold", text]
        case .leave: ["leave"]
        case .paperLacks(let text): ["paperLacks", text]
        case .permit(let name, let setting): ["permit", name, setting]
        case .hit(let text): ["hit", text]
        case .shows(let text): ["shows", text]
        case .holds(let pattern, let name): ["holds", name, pattern]
        case .look(let name): ["look", name]
        }
    }

    func encode(to encoder: any Encoder) throws { try words.encode(to: encoder) }
}

extension Browser {
    /// Walks through the pages of a server.
    ///
    /// - Parameter withoutScripts: Whether the browser runs no scripts; then no page is
    ///   looked at.
    /// - Returns: What was wrong.
    static func walk(
        _ steps: [WalkStep], in language: String, at address: String, withoutScripts: Bool = false
    ) async throws -> [String] {
        let plan = WalkPlan(
            address: address, language: language, screenshots: screenshots, withoutScripts: withoutScripts,
            steps: steps)
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
        let withoutScripts: Bool
        let steps: [WalkStep]
    }
}
