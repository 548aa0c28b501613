import KernelTesting
import Testing

/// A look at a page finds what is wrong with it, to whomever and at whatever width it
/// is shown (`looks.py`), though no rule judges twice what is the same to it.
@Suite(.timeLimit(.minutes(5)))
struct LooksTests {
    /// Each fault is there for some only, and has its name as its identifier.
    private static let page = """
        <!doctype html><html lang="en"><title>Faults</title><style>
        body { background: #fff; color: #000; }
        a { color: #00f; }
        #wide, #nameless { display: none; }
        @media (prefers-color-scheme: dark) {
          body { background: #000; color: #fff; }
          a { color: #8cf; }
          #dark { color: #222; }
          #link { color: #ddd; text-decoration: none; }
        }
        @media (prefers-contrast: more) { #more { color: #888; background: #999; } }
        @media (forced-colors: active) {
          #forced { forced-color-adjust: none; color: #888; background: #999; }
          #nameless { display: inline; }
        }
        @media (prefers-reduced-motion: reduce) {
          #still { color: #888; background: #999; }
          #turning { animation: turn 9s infinite; }
        }
        @keyframes turn { to { margin: 2px; } }
        @media (max-width: 400px) { #broad { width: 500px; } }
        @media (min-width: 700px) and (max-width: 800px) { #tablet { color: #888; background: #999; } }
        @media (min-width: 1200px) { #wide { display: inline; } }
        </style><main><h1>Faults</h1><p id="dark">dark</p><p id="more">more</p><p id="forced">forced</p>
        <p id="still">still</p><p id="tablet">tablet</p><p>This is a text with a <a id="link" href="/">link</a> in it.</p>
        <button id="nameless"></button><input id="wide"><hr id="broad"><hr id="turning"></main>
        """

    /// By wish, at 360, 768 and 1280 pixels.
    ///
    /// In the middle all but what is light is looked at in the dark.
    private static let faults: [String: [Set<String>]] = [
        "light": [[], ["tablet"], ["wide"]],
        "dark": [["dark", "link"], ["dark", "link", "tablet"], ["dark", "link", "wide"]],
        "more contrast": [["more"], ["dark", "link", "more", "tablet"], ["more", "wide"]],
        "forced colours": [
            ["forced", "nameless"], ["dark", "forced", "link", "nameless"], ["forced", "nameless", "wide"],
        ],
        "reduced motion": [["still"], ["dark", "link", "still", "tablet"], ["still", "wide"]],
    ]

    @Test func aFaultIsFoundWhereverItIsShown() async throws {
        let folder = try TemporaryFolder(), server = try await Server(data: folder.path(of: "data"))
        var found: [String] = []
        // In each language a page is looked at in every other way, and in both in all.
        for language in ["en", "es"] {
            let walker = try await Walker(BrowserUse(language: language), at: server.address)
            found += try await walker.finds([.meets("http://faults.example", html: Self.page), .look("faults")])
            await walker.leaves()
        }
        for (wish, faults) in Self.faults {
            for (width, expected) in zip([360, 768, 1_280], faults) {
                let here = found.filter { $0.hasPrefix("faults: \(wish), \(width) pixels: ") }
                let names = here.flatMap { $0.matches(of: /id="(\w+)"/).map { String($0.1) } }
                #expect(Set(names) == expected, "\(wish), \(width): \(here)")
                #expect(here.contains { $0.hasSuffix("moves: turn") } == (wish == "reduced motion"), "\(here)")
            }
        }
        #expect(found.contains("faults: scrolls sideways at 360 pixels"), "\(found)")
    }
}
