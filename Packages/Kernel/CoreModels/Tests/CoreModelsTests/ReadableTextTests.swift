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
}
