import CoreModels
import FoundationEssentials
import KernelTesting
import Testing

struct EmailAddressTests {
    @Test(arguments: [
        "ana@example.com", "a.b+c@sub.example.co", "ñandú@correo.es", "x@müller.de", "o'neil@example.ie", "1@2.com",
    ])
    func acceptsWhatPeopleHave(text: String) {
        #expect(EmailAddress(text)?.description == text)
    }

    @Test(arguments: [
        "", " ", "ana", "@example.com", "ana@", "ana@example", "ana@@example.com", "a b@example.com", ".a@example.com",
        "a.@example.com", "a..b@example.com", "a@-example.com", "a@example-.com", "a@example..com", "a@.com",
        "ana@example.com\r\nBcc: eve@example.com", "ana@example.com\n", "<ana@example.com>", "a\u{0}@example.com",
        "a@exam_ple.com", "a\u{200B}b@example.com", "\"a b\"@example.com", "a@[127.0.0.1]",
    ])
    func refusesWhatIsNoAddress(text: String) {
        #expect(EmailAddress(text) == nil)
    }

    @Test func refusesAddressesLongerThanTheStandardAllows() {
        #expect(EmailAddress(String(repeating: "a", count: 64) + "@example.com") != nil)
        #expect(EmailAddress(String(repeating: "a", count: 65) + "@example.com") == nil)
        let domain = Array(repeating: String(repeating: "d", count: 60), count: 4).joined(separator: ".")
        #expect(EmailAddress("a@" + domain) != nil)
        #expect(EmailAddress("abcdefghijkl@" + domain) == nil)
    }

    @Test func comparesWithoutRegardToCase() {
        #expect(EmailAddress("Ana@Example.COM") == EmailAddress("ana@example.com"))
        #expect(EmailAddress(" ana@example.com ")?.description == "ana@example.com")
    }

    @Test(
        .requirement("D24"),
        arguments: [
            ("josé@example.com", "jose\u{301}@example.com"), ("Ana@Example.COM", "ana@example.com"),
            ("x@müller.de", "x@mu\u{308}ller.de"), ("\u{958}@example.in", "\u{915}\u{93C}@example.in"),
        ])
    func spellingsOfOneAddressAreComparedAsOne(left: String, right: String) throws {
        let left = try #require(EmailAddress(left)), right = try #require(EmailAddress(right))
        // Text is equal whichever way it is composed, so bytes are compared.
        #expect(Array(left.canonical.utf8) == Array(right.canonical.utf8))
        #expect(left == right && left.hashValue == right.hashValue)
        #expect(Array(left.composed.description.utf8) == Array(left.composed.composed.description.utf8))
    }

    @Test(
        .requirement("D24"),
        arguments: [
            ("É@example.com", "é@example.com"), ("İ@example.com", "i@example.com"), ("ı@example.com", "i@example.com"),
            ("ß@example.com", "ss@example.com"), ("ς@example.com", "σ@example.com"), ("а@example.com", "a@example.com"),
            ("x@straße.de", "x@strasse.de"), ("x@müller.de", "x@xn--mller-kva.de"), ("x@MÜLLER.de", "x@müller.de"),
        ])
    func onlyTheCaseOfASCIIMakesNoDifference(left: String, right: String) throws {
        #expect(try #require(EmailAddress(left)) != (try #require(EmailAddress(right))))
    }

    @Test(
        .requirement("D24"),
        arguments: [
            "mi\u{212A}e@example.com", "\u{212B}sa@example.com", "a@\u{2126}.com", "\u{FF41}na@example.com",
            "\u{FF21}na@example.com", "ana@\u{FF45}xample.com", "o\u{FB03}ce@example.com", "\u{17F}am@example.com",
            "\u{1D41A}na@example.com", "\u{24B6}na@example.com", "a\u{B2}@example.com", "a\u{1E9B}@example.com",
            "\u{B5}@example.com", "\u{3F4}@example.com", "x@example\u{2160}.com", "\u{F900}@example.com",
            "mike\u{34F}@example.com", "mike\u{FE0F}@example.com", "mike\u{3164}@example.com",
            "mi\u{200D}ke@example.com", "mike\u{202E}@example.com", "mike@exam\u{AD}ple.com", "mike@example。com",
            "mike＠example.com", "mike@\u{301}example.com", ".\u{301}a@example.com",
        ])
    func refusesLettersThatStandForOthersAndWhatCannotBeSeen(text: String) {
        #expect(EmailAddress(text) == nil)
    }

    /// It would stand on what is before the address, or on the dot.
    @Test(
        .requirement("D24"),
        arguments: [
            "\u{301}ana@example.com", "a.\u{301}b@example.com", "\u{903}a@example.in", "\u{20DD}a@example.com",
            "\u{301}@example.com",
        ])
    func refusesAMarkWithoutALetter(text: String) {
        #expect(EmailAddress(text) == nil)
        #expect(EmailAddress(kept: text) != nil, "whoever has it already still gets in")
    }

    @Test(
        .requirement("D24"),
        arguments: [
            "日本@example.jp", "пример@пример.рф", "मोहन@उदाहरण.भारत", "x@हिन्दी.भारत", "محمد@مثال.com", "דנה@example.co.il",
            "ñandú@correo.es", "straße@example.de", "ΑΒΓς@example.gr", "ꭰꭱ@example.com", "x@ไทย.com", "ᾳ@example.gr",
        ])
    func takesOtherAlphabets(text: String) {
        #expect(EmailAddress(text)?.description == text)
    }

    @Test(.requirement("D24")) func whatWasAcceptedBeforeCanStillBeRead() throws {
        for text in ["mi\u{212A}e@example.com", "\u{FF41}na@example.com", "mike\u{34F}@example.com"] {
            let kept = try #require(EmailAddress(kept: text))
            #expect(Array(kept.description.utf8) == Array(text.utf8), "as it was written")
            let decoded = try JSONDecoder().decode(EmailAddress.self, from: try JSONEncoder().encode(kept))
            #expect(Array(decoded.description.utf8) == Array(text.utf8))
        }
        #expect(EmailAddress(kept: "a b@example.com") == nil)
    }

    @Test(.requirement("D24")) func guessesGetNoFurtherTriesFromOtherSpellings() {
        let keys = ["josé@example.com", "JOSE\u{301}@example.com", "JosÉ@EXAMPLE.com"].map {
            EmailAddress($0).map { Array($0.countingKey.utf8) }
        }
        #expect(Set(keys).count == 1)
    }
}
