import CoreModels
import KernelTesting
import Testing

struct ReadableTextTests {
    @Test(
        arguments: [
            ("Ana", false), ("\u{410}na", true), ("\u{410}\u{43D}\u{430}", false), ("p\u{3B1}ul", true),
            ("Ana Иванова", false), ("Ana-Иванова", false), ("José Müller", false), ("Jose\u{301}", false),
            ("Ana\u{430}", true), ("山田Ana", false), ("Ana 2", false), ("\u{3B1}\u{301}a", true), ("", false),
            ("a\u{200B}\u{430}", true),
        ])
    func aWordOfSeveralScriptsIsSeen(text: String, isMixed: Bool) {
        #expect(ReadableText.mixesScripts(text) == isMixed)
    }

    @Test(
        .requirement("SANIT-02"),
        arguments: [
            "", " \t\n", "\u{A0}\u{3000}", "\u{2800}", "\u{2800} \u{2800}", "\u{301}\u{308}", "\u{20DD}", "\u{93E}",
            "\u{3164}", "\u{115F}\u{1160}", "\u{FFA0}", "\u{200B}\u{200D}\u{FEFF}", "\u{AD}", "\u{E0041}", "\u{FE0F}",
            "\u{FFF9}\u{FFFB}", "\u{1D159}", "\u{FFFC}", "\u{0}\u{7F}", "\u{180E}\u{17B4}\u{34F}",
        ])
    func whatNobodyCanSeeIsBlank(text: String) {
        #expect(ReadableText.composed(text) == nil)
    }

    @Test(
        .requirement("SANIT-02"),
        arguments: [
            (" Ana ", "Ana"), ("e\u{301}", "é"), ("हिन्दी", "हिन्दी"), ("👩\u{200D}🚀", "👩\u{200D}🚀"), ("\u{2801}", "\u{2801}"),
            ("⠓⠊\u{2800}", "⠓⠊\u{2800}"), ("한", "한"), ("…", "…"), ("♥️", "♥️"),
        ])
    func whatShowsStaysAsItIs(text: String, composed: String) {
        #expect(ReadableText.composed(text).map { Array($0.unicodeScalars) } == Array(composed.unicodeScalars))
    }

    @Test(
        .requirement("REG-44"),
        arguments: [
            ("Ａｎａ", true), ("𝐀𝐧𝐚", true), ("𝒜na", true), ("Ⓐⓝⓐ", true), ("🄰na", true), ("ℂarlos", true), ("Ana", false),
            ("Mª José", false),
            ("ﾔﾏﾀﾞ", false), ("№ 5", false), ("Ångström", false), ("㈱山田", false), ("🇪🇸", false), ("🅰️", false),
        ])
    func lettersOfAnotherFormAreSeen(text: String, hasForms: Bool) {
        #expect(ReadableText.hasLetterForms(text) == hasForms)
    }

    @Test(
        .requirement("SANIT-02", "REG-44"),
        arguments: [
            ("Ana's desk", true), ("Vigo, España", true), ("a\nb", false), ("a\tb", false), ("a\u{2028}b", false),
            ("a\u{202E}b", false),
            ("a\u{200B}b", false), ("\u{301}a", false), ("a \u{300}b", false),
            ("a\u{300}\u{301}\u{302}\u{303}\u{304}", false),
        ])
    func aLabelIsALineInWhichAllIsSeen(text: String, isLabel: Bool) {
        #expect(ReadableText.isLabel(text) == isLabel)
    }
}
