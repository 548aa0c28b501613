import Localization

/// Shows what somebody wrote, to be copied: it is in no form, and nothing sends it.
extension ScreenWriter {
    func written(_ text: String) -> Markup {
        .element(
            "textarea",
            [
                Attribute("readonly"), Attribute("rows", 3), Attribute("dir", "auto"),
                Attribute("aria-label", words(Self.whatYouWrote)),
            ],
            // A line end after the tag isn't part of the text (HTML Living Standard, section 13.1.2.5).
            [.text("\n" + text)])
    }

    private static let whatYouWrote = LocalizedText(en: "What you wrote", es: "Lo que escribiste")
}
