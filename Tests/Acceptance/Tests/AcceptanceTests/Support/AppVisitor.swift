import KernelTesting
import Testing

/// Somebody at `essential app`, whose browser is told where to go.
struct AppVisitor {
    private let steersman: Steersman

    private struct Plan: Encodable {
        let runsScripts: Bool
        let profile: String?
    }

    /// - Parameters:
    ///   - keepsPages: Whether it keeps whole pages to go back to.
    ///   - profile: The folder of its disk; nil for a browser that has none.
    init(runsScripts: Bool = true, keepsPages: Bool = false, profile: String? = nil) async throws {
        steersman = try await Steersman(
            "app.py", try await keepsPages ? SharedBrowser.keepingPages : SharedBrowser.address(),
            for: Plan(runsScripts: runsScripts, profile: profile))
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
        steersman.order(order)
        let line = await steersman.lines().joined()
        guard let answer = try? JSON(parsing: line) else {
            throw BrowserFailed(text: line + (await steersman.complaint()))
        }
        return answer
    }

    func goes(to address: String) async throws -> JSON { try await does(#"{"go": "\#(address)"}"#) }

    func leaves() async { await steersman.leave() }
}
