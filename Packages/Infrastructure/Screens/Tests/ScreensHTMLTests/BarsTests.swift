import FoundationEssentials
import KernelTesting
import Localization
import ScreensAPI
import ScreensHTML
import ScreensTesting
import Testing

/// Numbers as bars, and for those who don't see them.
struct BarsTests {
    private func contents(_ numbers: [(Int, Int)], saying text: String) -> ScreenContents {
        let words = LocalizedText(verbatim: text)
        let bars = numbers.map { ScreenBars.Bar(words, $0.0, ofWhich: $0.1) }
        let link = ScreenLink(LocalizedText(en: "Home", es: "Inicio"), to: .home)
        return ScreenContents(
            .written("Numbers"),
            .column([
                .bars(ScreenBars(words, labels: words, numbers: words, parts: words, bars)), .links([link]),
            ]))
    }

    @Test(.requirement("METRIC-06"), arguments: ScreenCheck.hostile) func areFitToBeShown(text: String) {
        let check = ScreenCheck(places: ["/"])
        #expect(check.problems(of: contents([(0, 0), (Int.max, 1)], saying: text), saying: [text]) == [])
        #expect(check.problems(of: contents([], saying: text)) == [])
    }

    /// The highest has all of the height, the rest its share, and little is seen as well.
    @Test(.requirement("METRIC-06")) func areAsHighAsTheyAreMany() throws {
        let surroundings = Surroundings(
            .english, root: "/", style: AssetReference("screens", ending: "css", digest: "abc"), navigation: [],
            now: Date(timeIntervalSince1970: 1_800_000_000),
            forms: FormSurroundings(at: .home, key: "key", isPrivate: true, steps: [], returned: nil, kept: nil))
        let html = contents([(1_000, 500), (250, 0), (1, 1), (0, 0)], saying: "day").html(in: surroundings)
        let paths = html.matches(of: /<path class="(\w+)" d="([^"]*)">/).map { "\($0.1) \($0.2)" }
        #expect(
            paths == [
                "whole M6 100v-100h28v100zM46 100v-25h28v25zM86 100v-2h28v2z",
                "part M6 100v-50h28v50zM86 100v-2h28v2z",
            ])
        #expect(
            html.matches(of: /<td>(\d+)<\/td>/).map { String($0.1) } == ["1000", "500", "250", "0", "1", "1", "0", "0"])
    }
}
