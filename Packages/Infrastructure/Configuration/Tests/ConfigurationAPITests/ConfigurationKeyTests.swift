import ConfigurationAPI
import ConfigurationTesting
import CoreModels
import Localization
import Testing

private let someText = LocalizedText(en: "A setting.", es: "Un ajuste.")

extension ConfigurationKey<Duration> {
    fileprivate static let lifetime = ConfigurationKey(
        "tokens.access_lifetime", default: .seconds(300), allowed: .range(.seconds(60) ... .seconds(3600)),
        summary: someText)
}

struct ConfigurationKeyTests {
    @Test func hasOneNameInThreeSpellings() {
        let declaration = ConfigurationKey<Duration>.lifetime.declaration
        #expect(declaration.name == "tokens.access_lifetime")
        #expect(declaration.variable == "ESSENTIAL_TOKENS_ACCESS_LIFETIME")
        #expect(declaration.flag == "--tokens.access-lifetime")
        #expect(declaration.flagName == "tokens.access-lifetime")
        #expect(declaration.defaultText == "5m")
        #expect(declaration.allowed.english == "a duration such as 300s, 5m, 24h or 7d, from 1m to 1h")
        #expect(declaration.allowed.spanish == "una duración como 300s, 5m, 24h o 7d, de 1m a 1h")
    }

    @Test func isSecretIfItsTypeIs() {
        #expect(ConfigurationKey<Secret?>("a", default: nil, summary: someText).isSecret)
        #expect(!ConfigurationKey<String?>("a", default: nil, summary: someText).isSecret)
        #expect(
            ConfigurationKey("a", default: "x", summary: someText, isSecret: true).declaration.defaultText
                == "<redacted>")
    }

    @Test func answersWithDefaultsUnlessATestSaysOtherwise() {
        #expect(Configuration.fixture()[.lifetime] == .seconds(300))
        let configuration = Configuration.fixture(.set(.lifetime, to: .seconds(60)))
        #expect(configuration[.lifetime] == .seconds(60))
        #expect(configuration.source(of: .lifetime) == .flag("--tokens.access-lifetime"))
        #expect(configuration.entries.map(\.text) == ["1m"])
    }
}
