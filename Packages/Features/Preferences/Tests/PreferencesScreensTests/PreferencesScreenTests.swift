import KernelTesting
import Localization
import PluginKit
import PreferencesScreens
import ScreensAPI
import ScreensTesting
import Testing

struct PreferencesScreenTests {
    private let check = ScreenCheck(places: ["/account/preferences"])

    private func screens(preferring preferences: ScreenPreferences = ScreenPreferences()) throws -> ScreenRunner {
        var host = PluginHost()
        try host.install(PreferencesScreensPlugin.self, .init(permissions: { [] }))
        return ScreenRunner(try host.composed().values(of: Screens.self), preferring: preferences)
    }

    private func preferences(_ outcome: ScreenOutcome) throws -> ScreenPreferences {
        let preferences: ScreenPreferences? = if case .prefer(let preferences, _) = outcome { preferences } else { nil }
        return try #require(preferences)
    }

    @Test(.requirement("THEME-01")) func aThemeKnowsWhetherItIsChosenAndDark() {
        #expect(Theme.allCases.map(\.isExplicit) == [true, true, false])
        #expect(Theme.allCases.map(\.prefersDark) == [false, true, false])
        #expect(ScreenPreferences().theme == .system)
    }

    @Test(.requirement("THEME-03")) func eachThemeIsShownAndTheChosenOneMarked() async throws {
        let chosen = ScreenPreferences(theme: .dark, language: .spanish, usesKeys: false, masks: false)
        let contents = try await screens(preferring: chosen).show("/account/preferences?saved=1")
        #expect(check.problems(of: contents) == [])
        let fields = contents.forms.flatMap(\.fields)
        #expect(fields.map(\.name) == ["theme", "language", "keys", "masks"])
        #expect(fields.map(\.value) == ["dark", "es", "", ""])
        guard case .options(let choices) = fields[0].kind else { return #expect(Bool(false), "not shown") }
        #expect(choices.map(\.sample) == [.light, .dark, .system])
    }

    @Test(.requirement("L10N-01", "THEME-02")) func themesHaveTheirNames() async throws {
        let contents = try await screens().show("/account/preferences")
        guard case .options(let choices) = contents.forms[0].fields[0].kind else { return #expect(Bool(false)) }
        #expect(choices.map(\.label.english) == ["Light", "Dark", "System"])
        #expect(choices.map(\.label.spanish) == ["Claro", "Oscuro", "Sistema"])
        #expect(check.problems(of: contents, saying: ["English", "Español"]) == [])
    }

    @Test(.requirement("THEME-03")) func whatIsChosenIsPreferredFromThenOn() async throws {
        let all = try await screens().send(
            "prefer", to: "/account/preferences",
            ["theme": "light", "language": "en", "keys": "on", "masks": "on"])
        #expect(try preferences(all) == ScreenPreferences(theme: .light, language: .english))
        let none = try await screens().send(
            "prefer", to: "/account/preferences", ["theme": "system", "language": "browser"])
        #expect(try preferences(none) == ScreenPreferences(usesKeys: false, masks: false))
    }

    @Test func whatIsNoThemeChangesNothing() async throws {
        await #expect(throws: FormRefusal.self) {
            try await screens().send("prefer", to: "/account/preferences", ["theme": "<b>"])
        }
    }
}
