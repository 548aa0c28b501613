import KernelTesting
import Testing

/// Somebody at `essential app`, whose browser is told where to go.
struct AppVisitor {
    private let child: ChildProcess

    /// - Parameter profile: The folder of its disk; nil for a browser that has none.
    init(runsScripts: Bool = true, profile: String? = nil) async throws {
        child = try ChildProcess(
            try await Browser.python(),
            [Programs.root + "/Tests/Acceptance/Support/app.py", try await SharedBrowser.keepingPages]
                + (runsScripts ? [] : ["plain"]) + (profile.map { ["profile=" + $0] } ?? []))
    }

    /// Starts the program, and finds the way in.
    static func start(_ client: Client, _ arguments: String...) async throws -> (app: ChildProcess, link: String) {
        let app = try client.spawn(["app", "--no-open"] + arguments)
        var text = await app.readOutput(until: "Ctrl-C ends it")
        // The link comes after that, when it likes.
        for _ in 0..<10 where !text.contains(/http:\S+\n/) { text += await app.readOutput(until: "\n") }
        let link = try #require(text.split(separator: "\n").first { $0.hasPrefix("http://") }, "\(text)")
        return (app, String(link))
    }

    /// The first page of the program to which a way in leads.
    static func root(of link: String) -> String { String(link.prefix { $0 != "?" }.dropLast("open".count)) }

    func does(_ order: String) async throws -> JSON {
        child.type(order + "\n")
        let line = await child.readOutput(until: "}\n")
        guard let answer = try? JSON(parsing: line) else {
            throw BrowserFailed(text: line + (await child.outcome()).errorText)
        }
        return answer
    }

    func goes(to address: String) async throws -> JSON { try await does(#"{"go": "\#(address)"}"#) }

    func leaves() async {
        child.provideInput("")
        _ = await child.outcome()
    }
}
