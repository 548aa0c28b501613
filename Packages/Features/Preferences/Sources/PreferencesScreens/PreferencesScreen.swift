import Localization
import Presenting
import ScreensAPI

/// Where a person, or a stranger, chooses how screens are in this browser.
enum PreferencesScreen {
    static let link = ScreenLink(PreferencesTexts.title, to: route.place())
    private static let route = ScreenRoute("/account/preferences")
    private static let saved: StaticString = "saved", isOn = "on", asBrowser = "browser"

    static let screen = Screen(route, actions: [ScreenAction("prefer", perform: prefer)]) { request in
        let notice = request.query["\(saved)"] == nil ? nil : ScreenNotice(.success, PreferencesTexts.saved)
        return ScreenContents(
            .words(PreferencesTexts.title), noting: notice,
            .column([.text(.words(PreferencesTexts.ofThisBrowser)), .form(form(request.preferences))]))
    }

    private static func form(_ preferences: ScreenPreferences) -> ScreenForm {
        ScreenForm(
            "prefer", to: route.place(),
            [
                ScreenField(
                    "theme",
                    .options(
                        Theme.allCases.map {
                            ScreenField.Choice($0.rawValue, PreferencesTexts.name(of: $0), sample: $0)
                        }),
                    PreferencesTexts.theme, value: preferences.theme.rawValue),
                ScreenField(
                    "language", .options(languages), PreferencesTexts.language,
                    value: preferences.language?.rawValue ?? asBrowser),
                ScreenField(
                    "keys", .toggle, PreferencesTexts.keys, hint: PreferencesTexts.keysHint,
                    value: preferences.usesKeys ? isOn : "", isRequired: false),
                ScreenField(
                    "masks", .toggle, PreferencesTexts.masks, hint: PreferencesTexts.masksHint,
                    value: preferences.masks ? isOn : "", isRequired: false),
            ], button: PreferencesTexts.save)
    }

    private static let languages =
        Language.allCases.map { ScreenField.Choice($0.rawValue, PreferencesTexts.name(of: $0)) }
        + [ScreenField.Choice(asBrowser, PreferencesTexts.browsersLanguage)]

    private static func prefer(_ sent: ScreenSubmission) async throws -> ScreenOutcome {
        guard let theme = Theme(rawValue: sent["theme"]) else {
            throw FormRefusal(at: "theme", PreferencesTexts.noTheme)
        }
        let preferences = ScreenPreferences(
            theme: theme, language: Language(rawValue: sent["language"]), usesKeys: sent["keys"] == isOn,
            masks: sent["masks"] == isOn)
        return .prefer(preferences, route.place().with(saved, "1"))
    }
}
