package import ConsoleAPI
package import Localization

/// The one line that shows how far something is.
package struct ProgressLine: Sendable {
    private let title: String
    private let unit: ProgressUnit
    private let language: Language

    package init(title: LocalizedText, unit: ProgressUnit, language: Language) {
        self.title = VisibleText.line(title.text(in: language))
        self.unit = unit
        self.language = language
    }

    /// The line in at most `width` columns.
    package func text(completed: Int64, total: Int64?, elapsed: Duration, width: Int) -> String {
        let done = max(0, completed)
        var figures = amount(done)
        var gauge = ""
        if let total, total > 0 {
            let part = min(1, Double(done) / Double(total))
            figures = LocalizedText(
                en: "\(amount(done)) of \(amount(total))", es: "\(amount(done)) de \(amount(total))"
            ).text(in: language)
            let percent = String(Int(part * 100))
            gauge = String(repeating: " ", count: 3 - percent.count) + percent + "% " + bar(part) + " "
        }
        let line = title + " " + gauge + figures + rate(done, elapsed)
        return StyledLine(line).cut(to: width).rendered(hasColors: false)
    }

    private func bar(_ part: Double) -> String {
        let cells = 20
        let filled = Int(part * Double(cells))
        return "[" + String(repeating: "#", count: filled) + String(repeating: ".", count: cells - filled) + "]"
    }

    private func rate(_ completed: Int64, _ elapsed: Duration) -> String {
        let seconds = Double(elapsed.components.seconds) + Double(elapsed.components.attoseconds) / 1e18
        guard unit == .bytes, seconds >= 0.5 else { return "" }
        let perSecond = Double(completed) / seconds
        guard perSecond < Double(Int64.max) else { return "" }
        return "  " + amount(Int64(perSecond)) + "/s"
    }

    private func amount(_ count: Int64) -> String {
        unit == .bytes ? ByteCount.text(count, in: language) : String(count)
    }
}
