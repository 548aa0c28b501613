import ConfigurationAPI
import ConfigurationTesting
import Localization
import Presenting
import Testing

private enum Sample {
    static let first = ConfigurationKey(
        "sample.first", default: 5, allowed: .range(1...10),
        shorthand: ConfigurationShorthand("first", placeholder: LocalizedText(verbatim: "N")),
        summary: LocalizedText(en: "The first", es: "El primero"), detail: "Not the last.")
    static let second = ConfigurationKey<String?>(
        "sample.second", default: nil, summary: LocalizedText(en: "The second", es: "El segundo"))
    static let third = ConfigurationKey(
        "sample.third", default: false, shorthand: ConfigurationShorthand("third"),
        summary: LocalizedText(en: "The third", es: "El tercero"))

    static let section = ConfigurationSection(
        LocalizedText(en: "Samples", es: "Muestras"), first, second, third
    ) { configuration in
        configuration[first] > 5 && configuration[second] == nil
            ? [UnusableSettings([first.name, second.name], LocalizedText(verbatim: "Many need a second."))] : []
    }
}

struct ConfigurationSectionTests {
    @Test func listsItsSettingsInTheirOrder() {
        #expect(Sample.section.declarations.map(\.name) == ["sample.first", "sample.second", "sample.third"])
        #expect(Sample.section.declarations.map(\.shorthand?.name) == ["first", nil, "third"])
        #expect(Sample.section.declarations.map(\.shorthand?.placeholder?.english) == ["N", nil, nil])
        #expect(Sample.section.declarations.map(\.bounds.english).first == "from 1 to 10")
    }

    @Test func findsWhatDoesNotGoTogether() throws {
        #expect(Sample.section.check(.fixture()).isEmpty)
        let error = try #require(Sample.section.check(.fixture(.set(Sample.first, to: 6))).first)
        #expect(error.settings == ["sample.first", "sample.second"])
        #expect(error.code == "invalid_configuration" && error.nature == .input)
    }
}
