import KernelTesting
import Testing

/// Pictures in a terminal; `script` (util-linux) makes one.
struct TerminalPictureTests {
    private let stage: Stage

    init() async throws {
        stage = try await Stage()
    }

    /// What a terminal shows that has thirty lines of eighty characters, and
    /// answers no questions.
    private func shown(_ words: String, _ environment: [String: String] = [:]) async throws -> String {
        var variables = Surroundings.variables
        variables["HOME"] = stage.client.home
        variables["ESSENTIAL_HOME"] = stage.client.home
        variables["ESSENTIAL_SERVER"] = stage.client.address
        variables["TERM"] = "xterm-256color"
        variables.merge(environment) { $1 }
        let outcome = try await ChildProcess.run(
            "script", ["-qec", "stty rows 30 cols 80; exec '\(Programs.essential)' \(words)", "/dev/null"],
            environment: variables)
        #expect(outcome.exit == .status(0), "\(outcome.outputText)\(outcome.errorText)")
        return outcome.outputText
    }

    @Test(.requirement("IMG-10")) func aTerminalDrawsAPictureAndAPipeDoesNot() async throws {
        let description = try #require(
            try await stage.client.object("feed", "--limit", "100")["items"]?.items
                .first { $0["id"]?.text == stage.picture }?["description"]?.text)
        let drawn = try await shown("image \(stage.picture)")
        #expect(drawn.contains("\u{1B}[38;5;") && drawn.contains("▀"), "\(drawn.prefix(2_000))")
        #expect(drawn.contains(description))
        let colored = try await shown(
            "image \(stage.picture)", ["COLORTERM": "truecolor", "ESSENTIAL_PICTURES": "blocks"])
        #expect(colored.contains("\u{1B}[38;2;") && colored.contains("▀"))
        let sixel = try await shown("image \(stage.picture)", ["ESSENTIAL_PICTURES": "sixel"])
        #expect(sixel.contains("\u{1B}P0;1q"))
        let plain = try await stage.client.run("image", stage.picture)
        #expect(plain.exit == .status(0) && !plain.output.contains(0x1B))
    }

    @Test func theFeedShowsItsPicturesAndTheirWords() async throws {
        let items = try #require(try await stage.client.object("feed", "--limit", "2")["items"]?.items)
        let drawn = try await shown("feed --pictures --limit 2", ["ESSENTIAL_PICTURES": "blocks"])
        #expect(drawn.contains("▀"))
        for item in items { #expect(drawn.contains(try #require(item["id"]?.text))) }
        let piped = try await stage.client.run("feed", "--pictures", "--limit", "2")
        #expect(!piped.output.contains(0x1B))
    }
}
