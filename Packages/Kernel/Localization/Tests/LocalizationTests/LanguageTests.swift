import Localization
import Testing

struct LanguageTests {
    @Test(arguments: [
        (["LC_ALL": "es_AR.UTF-8", "LANG": "en_US.UTF-8"], Language.spanish),
        (["LC_MESSAGES": "es_ES", "LANG": "en_US.UTF-8"], .spanish),
        (["LC_ALL": "", "LANG": "es"], .spanish),
        (["LC_ALL": "C.UTF-8", "LANG": "es"], .english),
        (["LANG": "fr_FR.UTF-8"], .english),
        ([:], .english),
    ])
    func followsTheLocale(environment: [String: String], expected: Language) {
        #expect(Language.preferred(environment: environment) == expected)
    }

    @Test func anExplicitChoiceWins() {
        #expect(Language.preferred(explicit: .english, environment: ["LC_ALL": "es"]) == .english)
    }

    @Test(arguments: [
        ("es", Language.spanish), ("es-MX,en;q=0.8", .spanish), ("en,es", .english), ("en;q=0.3,es;q=0.7", .spanish),
        ("fr,es;q=0.1", .spanish), ("es;q=0", .english), ("*", .english), ("es;q=x,en", .english), ("", .english),
        ("fr", .english), (";;,,q=1", .english), ("ES", .spanish),
    ])
    func negotiatesByQuality(header: String, expected: Language) {
        #expect(Language.negotiated(acceptLanguage: header) == expected)
    }

    @Test func answersInTheLanguageAsked() {
        let text = LocalizedText(en: "dark", es: "oscuro")
        #expect(Language.allCases.map { text.text(in: $0) } == ["dark", "oscuro"])
        #expect((text + LocalizedText(verbatim: "1")).spanish == "oscuro 1")
    }
}
