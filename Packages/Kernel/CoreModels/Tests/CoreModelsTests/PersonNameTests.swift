import CoreModels
import KernelTesting
import Testing

struct PersonNameTests {
    @Test(
        .requirement("REG-03"),
        arguments: ["", " ", "\t\n", "\u{A0}\u{2003}", "\u{200B}", "\u{2060} \u{FEFF}", "\u{3164}", "\u{202E}"])
    func aNameOfWhichNothingShowsIsNone(name: String) {
        #expect(throws: PersonName.Problem.empty) { try PersonName(name) }
    }

    @Test(
        arguments: [
            ("Ada", "Ada"), ("  Ada Lovelace\n", "Ada Lovelace"), ("\u{A0}Ada\u{3000}", "Ada"),
            ("Zoe\u{308}", "Zo\u{EB}"), ("👩‍👩‍👧", "👩‍👩‍👧"),
        ]) func aNameIsComposedAndWithoutWhiteSpaceAroundIt(name: String, expected: String) throws
    {
        // Strings compare by canonical equivalence, so scalars are compared.
        #expect(try Array(PersonName(name).text.unicodeScalars) == Array(expected.unicodeScalars))
    }

    @Test(
        arguments: [
            "Ada", "José Ñandú", "李小龍", "محمد", "می\u{200C}خواهم", "O'Brien-Smith, Jr.", "👩‍👩‍👧", "<b>",
            String(repeating: "x", count: 100), String(repeating: "🦀", count: 100),
        ]) func namesOfPeopleAreAcceptable(name: String) throws
    {
        #expect(try PersonName(name).text == name)
    }

    @Test(
        arguments: [
            "A\u{0}da", "A\u{1B}[2Jda", "A\nda", "A\r\nda", "A\u{2028}da", "A\u{202E}da", "A\u{2066}da", "A\u{7F}da",
            String(repeating: "x", count: 101), "x" + String(repeating: "\u{301}", count: 400),
        ]) func whatBreaksOrTurnsTextIsNot(name: String)
    {
        #expect(throws: PersonName.Problem.unfit) { try PersonName(name) }
    }
}
