import Localization

/// Shows what somebody wrote, to be copied: it is in no form, and nothing sends it.
extension ScreenWriter {
    func written(_ text: String, as label: LocalizedText?) -> Markup {
        let area = Markup.element(
            "textarea",
            [
                Attribute("readonly"), Attribute("rows", 3), Attribute("dir", "auto"),
                Attribute("aria-label", words(label ?? Self.whatYouWrote)),
            ],
            // A line end after the tag isn't part of the text (HTML Living Standard, section 13.1.2.5).
            [.text("\n" + text)])
        guard let label else { return area }
        let name = Markup.element(
            "p", [Attribute("class", "hint"), Attribute("aria-hidden", "true")], [.text(words(label))])
        return .element("div", [Attribute("class", "field")], [name, area])
    }

    private static let whatYouWrote = LocalizedText(en: "What you wrote", es: "Lo que escribiste")
}
