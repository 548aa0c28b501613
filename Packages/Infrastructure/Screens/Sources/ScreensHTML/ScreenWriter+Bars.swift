import Localization
import ScreensAPI

/// Draws numbers as bars, with the numbers in a table below.
extension ScreenWriter {
    /// How high the highest bar is, and how far apart they are, in the picture's own units.
    private static let height = 100, step = 40, width = 28

    func bars(_ bars: ScreenBars) -> Markup {
        let highest = max(1, bars.bars.map(\.number).max() ?? 1), length = max(1, bars.bars.count) * Self.step
        let picture = Markup.element(
            "svg",
            [
                Attribute("class", "bars"), Attribute("viewBox", "0 0 \(length) \(Self.height)"),
                Attribute("role", "img"), Attribute("aria-label", words(bars.title)),
            ],
            [
                path("whole", bars.bars.map { Self.scaled($0.number, highest) }),
                path("part", bars.bars.map { Self.scaled(min($0.part, $0.number), highest) }),
            ])
        let head = [bars.labels, bars.numbers, bars.parts].compactMap(\.self).map {
            Markup.element("th", [Attribute("scope", "col")], [.text(words($0))])
        }
        let rows = bars.bars.map { bar in
            Markup.element(
                "tr", [],
                [.element("th", [Attribute("scope", "row")], [.text(words(bar.label))])]
                    + ([bar.number] + (bars.parts == nil ? [] : [bar.part])).map {
                        .element("td", [], [.text(String($0))])
                    })
        }
        let table = Markup.element(
            "table", [],
            [.element("thead", [], [.element("tr", [], head)]), .element("tbody", [], rows)])
        return .element("div", [], [picture, table])
    }

    /// What is there is seen, however little it is of the most.
    private static func scaled(_ number: Int, _ highest: Int) -> Int {
        guard number > 0 else { return 0 }
        return max(2, Int(Double(number) / Double(highest) * Double(height)))
    }

    private func path(_ name: String, _ heights: [Int]) -> Markup {
        let drawn = heights.enumerated().filter { $0.element > 0 }.map { index, height in
            "M\(index * Self.step + (Self.step - Self.width) / 2) \(Self.height)v-\(height)h\(Self.width)v\(height)z"
        }
        return .element("path", [Attribute("class", name), Attribute("d", drawn.joined())], [])
    }
}
