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
            "👩🏽\u{200D}🚒", "❤\u{FE0F}", "🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}",
            "क\u{94D}\u{200D}ष", "辻\u{E0100}", "You Li", "Tú Nguyễn", "Ana-María", "Ana (Vigo)",
            String(repeating: "x", count: 100), String(repeating: "🦀", count: 100),
        ]) func namesOfPeopleAreAcceptable(name: String) throws
    {
        #expect(try PersonName(name).text == name)
    }

    @Test(
        arguments: [
            "A\u{0}da", "A\u{1B}[2Jda", "A\nda", "A\r\nda", "A\u{2028}da", "A\u{202E}da", "A\u{2066}da", "A\u{7F}da",
            "A\u{200B}na", "Ana\u{200D}", "A\u{200C}na", "A\u{AD}na", "Ana\u{200E}", "Ana\u{FE0F}", "Ana1\u{FE0F}",
            "An\u{2060}a", "A\u{34F}na", "Ana\u{E0067}", "👩\u{200D}", "\u{3164}Ana", "\u{FEFF}Ana",
            String(repeating: "x", count: 101), "x" + String(repeating: "\u{301}", count: 400),
        ]) func whatBreaksOrTurnsTextIsNot(name: String)
    {
        #expect(throws: PersonName.Problem.unfit) { try PersonName(name) }
    }

    @Test(
        .requirement("REG-44"),
        arguments: [
            "Deleted account", "DELETED ACCOUNT", "Deleted-Account.", "Cuenta borrada", "cuenta eliminada", "You", "tú",
            "—", "- –", "Ana (you)", "Ana (Author)", "Ana (autora)",
        ]) func whatTheProgramSaysOfPeopleIsNobodysName(name: String)
    {
        #expect(throws: PersonName.Problem.reserved) { try PersonName(name) }
    }
}
