import Localization
import ScreensAPI

/// Writes what is asked of a field, which a script of the screen may mark.
extension ScreenWriter {
    func rules(of field: ScreenField, _ id: String) -> [Markup] {
        guard !field.rules.isEmpty else { return [] }
        let marks = [
            Attribute("class", "rules"), Attribute("id", id + "-rules"), Attribute("data-field", id),
            Attribute("data-met", words(Self.met)), Attribute("data-unmet", words(Self.unmet)),
        ]
        let items = field.rules.map { rule in
            Markup.element(
                "li", [Attribute("data-rule", rule.name), Attribute("data-value", rule.value)],
                [.text(words(rule.text))])
        }
        let said = [
            Attribute("class", "unseen"), Attribute("id", id + "-said"), Attribute("role", "status"),
            Attribute("aria-live", "polite"),
        ]
        return [.element("ul", marks, items), .element("p", said)]
    }

    /// What shows a password that is typed, beside it; of two that are the same
    /// the first is enough.
    func showing(_ field: ScreenField, _ id: String) -> [Markup] {
        switch field.kind {
        case .password, .newPassword: break
        default: return []
        }
        // Without the script it does nothing, so it isn't there.
        let show = [
            Attribute("type", "button"), Attribute("class", "show"), Attribute("data-field", id),
            Attribute("aria-pressed", "false"), Attribute("hidden"),
        ]
        return [.element("button", show, [.text(words(Self.show))])]
    }

    /// Whose password is asked for.
    func account(_ name: String, _ email: String) -> Markup {
        .void(
            "input",
            [
                Attribute("type", "text"), Attribute("name", FormSurroundings.Name.along + name),
                Attribute("autocomplete", "username"),
                Attribute("value", email), Attribute("hidden"), Attribute("readonly"),
            ])
    }

    private static let met = LocalizedText(en: "Met", es: "Cumplido")
    private static let unmet = LocalizedText(en: "Not met yet", es: "Aún sin cumplir")
    private static let show = LocalizedText(en: "Show the password", es: "Mostrar la contraseña")
}
