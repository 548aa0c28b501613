import KernelTesting
import Testing

/// Pictures in a terminal.
struct TerminalPictureTests {
    private let stage: Stage

    init() async throws {
        stage = try await Stage()
    }

    @Test(.requirement("IMG-10")) func aTerminalDrawsAPictureAndAPipeDoesNot() async throws {
        let description = try #require(
            try await stage.client.object("feed", "--limit", "100")["items"]?.items
                .first { $0["id"]?.text == stage.picture }?["description"]?.text)
        let drawn = try await stage.shown("image \(stage.picture)")
        #expect(drawn.contains("\u{1B}[38;5;") && drawn.contains("▀"), "\(drawn.prefix(2_000))")
        #expect(drawn.contains(description))
        let colored = try await stage.shown(
            "image \(stage.picture)", ["COLORTERM": "truecolor", "ESSENTIAL_PICTURES": "blocks"])
        #expect(colored.contains("\u{1B}[38;2;") && colored.contains("▀"))
        let sixel = try await stage.shown("image \(stage.picture)", ["ESSENTIAL_PICTURES": "sixel"])
        #expect(sixel.contains("\u{1B}P0;1q"))
        let words = try await stage.shown("image \(stage.picture)", ["NO_COLOR": "1"])
        #expect(words.contains(description) && !words.contains("▀"))
    }

    @Test func theFeedShowsItsPicturesAndTheirWords() async throws {
        let items = try #require(try await stage.client.object("feed", "--limit", "2")["items"]?.items)
        let drawn = try await stage.shown("feed --pictures --limit 2", ["ESSENTIAL_PICTURES": "blocks"])
        #expect(drawn.contains("▀"))
        for item in items { #expect(drawn.contains(try #require(item["id"]?.text))) }
        let piped = try await stage.client.run("feed", "--pictures", "--limit", "2")
        #expect(!piped.output.contains(0x1B))
    }
}
