import ConfigurationAPI
import CoreModels
import FoundationEssentials
import Localization
import Testing

private enum Transport: String, CaseIterable, ConfigurationValue { case outbox, smtp }

struct ConfigurationValueTests {
    @Test(arguments: [
        ("0s", 0), ("1ms", 1), ("300s", 300_000), ("5m", 300_000), ("24h", 86_400_000), ("7d", 604_800_000),
        ("90s", 90_000), ("1d", 86_400_000), ("100000d", 8_640_000_000_000),
    ])
    func readsDurations(text: String, milliseconds: Int) {
        #expect(Duration(.text(text)) == .milliseconds(milliseconds))
        #expect(Duration(.string(text)) == .milliseconds(milliseconds))
    }

    @Test(arguments: ["", "5", "m", "5 m", "-5m", "+5m", "5M", "1.5h", "1h30m", "5minutes", "٥m", "99999999999999999d"])
    func refusesOtherDurations(text: String) {
        #expect(Duration(.text(text)) == nil)
    }

    @Test func refusesADurationWithoutAUnit() {
        #expect(Duration(.integer(300)) == nil)
    }

    @Test(arguments: [
        (Duration.zero, "0s"), (.milliseconds(1500), "1500ms"), (.seconds(90), "90s"), (.seconds(300), "5m"),
        (.seconds(86_400), "24h"), (.seconds(172_800), "2d"), (.seconds(604_800), "7d"), (.seconds(90_000), "25h"),
    ])
    func writesDurationsAsTheyCanBeRead(duration: Duration, text: String) {
        #expect(duration.configurationText == text)
        #expect(Duration(.text(text)) == duration)
    }

    @Test(arguments: [
        ("0", 0, "0"), ("1000", 1000, "1kB"), ("512KiB", 524_288, "512KiB"), ("10MB", 10_000_000, "10MB"),
        ("1gib", 1_073_741_824, "1GiB"), ("7B", 7, "7"), ("1024", 1024, "1KiB"),
    ])
    func readsAndWritesSizes(text: String, bytes: Int, written: String) {
        #expect(ByteCount(.text(text)) == ByteCount(bytes))
        #expect(ByteCount(bytes).configurationText == written)
        #expect(ByteCount(.text(written)) == ByteCount(bytes))
    }

    @Test func refusesOtherSizes() {
        for text in ["", "MB", "-1", "1.5MB", "10 MB", "10XB", "9999999999999GiB"] {
            #expect(ByteCount(.text(text)) == nil, "\(text)")
        }
        #expect(ByteCount(.integer(-1)) == nil)
        #expect(ByteCount(.integer(10)) == ByteCount(10))
        #expect(ByteCount(.bool(true)) == nil)
    }

    @Test func readsWhatAFileHas() {
        #expect(Int(.integer(5)) == 5)
        #expect(Bool(.bool(true)) == true)
        #expect(String(.string("5")) == "5")
        #expect([String](.list([.string("a"), .string("b")])) == ["a", "b"])
        #expect(Int?(.null) == .some(nil))
        #expect(Transport(.string("smtp")) == .smtp)
    }

    @Test func readsTextOfTheEnvironment() {
        #expect(Int(.text("5")) == 5)
        #expect(Int(.text("-5")) == -5)
        for text in ["true", "YES", "on", "1"] { #expect(Bool(.text(text)) == true) }
        for text in ["false", "no", "Off", "0"] { #expect(Bool(.text(text)) == false) }
        #expect([String](.text("a, b ,,c")) == ["a", "b", "c"])
        #expect([String](.text("")) == [])
        #expect([Int](.text("1,2")) == [1, 2])
        #expect(Int?(.text("5")) == 5)
        #expect(Transport(.text("outbox")) == .outbox)
    }

    /// A variable that isn't set where somebody thinks so would set aside what was chosen.
    @Test func whatIsEmptyIsNotNothing() {
        for element in [ConfigurationElement.text(""), .string("")] {
            #expect(String(element) == nil && String?(element) == nil && Int?(element) == nil)
            #expect(URL?(element) == nil && Secret?(element) == nil && Transport?(element) == nil)
        }
        #expect(String?(.null) == .some(nil) && Int?(.null) == .some(nil))
    }

    @Test func refusesAnotherTypeInAFile() {
        #expect(Int(.string("5")) == nil)
        #expect(Int(.number(5.5)) == nil)
        #expect(Int(.text("five")) == nil)
        #expect(Bool(.string("true")) == nil)
        #expect(Bool(.integer(1)) == nil)
        #expect(Bool(.text("maybe")) == nil)
        #expect(String(.integer(5)) == nil)
        #expect(String(.null) == nil)
        #expect([String](.string("a")) == nil)
        #expect([Int](.list([.integer(1), .string("2")])) == nil)
        #expect(Int?(.text("x")) == nil)
        #expect(Transport(.text("SMTP")) == nil)
    }

    @Test func readsAbsoluteAddressesOnly() {
        #expect(URL(.text("https://example.org/a"))?.absoluteString == "https://example.org/a")
        for text in ["", "example.org", "/path", "https://", "mailto:a@example.org"] {
            #expect(URL(.text(text)) == nil, "\(text)")
        }
    }

    @Test func neverWritesASecret() {
        let secret = Secret(.text("hunter2"))
        #expect(secret?.count == 7)
        #expect(secret?.configurationText == "<redacted>")
        #expect(Secret(.text("")) == nil)
        #expect(Secret?.isAlwaysSecret && [Secret].isAlwaysSecret && !String.isAlwaysSecret)
    }

    @Test func saysWhatIsAllowedInBothLanguages() {
        #expect(Transport.allowedText.english == "one of outbox, smtp")
        #expect([Transport]?.allowedText.english == "a list with commas, each one of outbox, smtp, or nothing")
        #expect([Transport]?.allowedText.spanish == "una lista con comas, cada elemento uno de outbox, smtp, o nada")
    }
}
