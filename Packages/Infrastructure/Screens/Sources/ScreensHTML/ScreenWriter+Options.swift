import Localization
import ScreensAPI

extension ScreenField.Kind {
    /// Whether what is sent is a word of the program's for what somebody chose.
    var isChosen: Bool {
        switch self {
        case .choice, .options, .toggle: true
        default: false
        }
    }
}

/// Writes what is chosen by pressing it.
extension ScreenWriter {
    /// All that can be chosen; what is chosen is marked by the browser.
    func options(_ choices: [ScreenField.Choice], _ field: ScreenField, _ id: String, _ value: String) -> Markup {
        let options = choices.map { choice in
            let own = "\(id)-\(choice.value)"
            let checked = choice.value == value ? [Attribute("checked")] : []
            let input = Markup.void(
                "input",
                [
                    Attribute("type", "radio"), Attribute("id", own), Attribute("name", field.name),
                    Attribute("value", choice.value),
                ] + checked)
            let label = Markup.element(
                "span", [], [input, .text(words(choice.label))])
            return Markup.element(
                "label", [Attribute("for", own)], (choice.sample.map { [sample(of: $0)] } ?? []) + [label])
        }
        return .element(
            "fieldset", [Attribute("class", "field options"), Attribute("id", id)],
            [.element("legend", [], [.text(words(field.label))])] + hint(of: field, id) + options)
    }

    /// A small screen in the colours of a theme; that of the system may have both.
    private func sample(of theme: Theme) -> Markup {
        let themes = theme.isExplicit ? [theme] : [.light, .dark]
        return .element(
            "span", [Attribute("class", "sample"), Attribute("aria-hidden", "true")],
            themes.map { .element("span", [Attribute("data-theme", $0.rawValue)]) })
    }

    func toggle(_ field: ScreenField, _ id: String, isOn: Bool) -> Markup {
        let described = field.hint == nil ? [] : [Attribute("aria-describedby", id + "-hint")]
        let input = Markup.void(
            "input",
            [
                Attribute("type", "checkbox"), Attribute("id", id), Attribute("name", field.name),
                Attribute("value", "on"),
            ] + described + (isOn ? [Attribute("checked")] : []))
        let label = Markup.element("label", [Attribute("for", id)], [input, .text(words(field.label))])
        return .element("div", [Attribute("class", "field toggle")], [label] + hint(of: field, id))
    }

    /// On a device in somebody's hand the same field once more, which opens its
    /// camera (HTML Media Capture); of both, what was chosen last counts.
    func handheld(_ field: ScreenField, _ id: String) -> [Markup] {
        guard case .picture = field.kind else { return [] }
        let input = Markup.void(
            "input",
            [
                Attribute("type", "file"), Attribute("id", id + "-camera"), Attribute("name", field.name),
                Attribute("accept", "image/*"), Attribute("capture", "environment"),
            ])
        let label = LocalizedText(en: "Or take one now", es: "O haz una ahora")
        return [
            .element(
                "div", [Attribute("class", "field handheld")],
                [.element("label", [Attribute("for", id + "-camera")], [.text(words(label))]), input])
        ]
    }

    private func hint(of field: ScreenField, _ id: String) -> [Markup] {
        guard let hint = field.hint else { return [] }
        return [.element("p", [Attribute("class", "hint"), Attribute("id", id + "-hint")], [.text(words(hint))])]
    }
}
