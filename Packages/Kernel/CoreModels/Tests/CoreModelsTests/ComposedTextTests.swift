import CoreModels
import Testing

/// Holds the interface of the standard library, which isn't public, to what
/// Unicode says.
struct ComposedTextTests {
    /// From Unicode Standard Annex 15 and NormalizationTest.txt: how a text is
    /// typed, and its composed form.
    static let forms = [
        ("", ""), ("plain ~", "plain ~"), ("e\u{301}", "\u{E9}"), ("\u{E9}", "\u{E9}"),
        // Singletons are other letters' other names.
        ("\u{212B}", "\u{C5}"), ("\u{212A}", "K"), ("\u{2126}", "\u{3A9}"), ("A\u{30A}", "\u{C5}"),
        // Marks come in the order of their classes, and those in the way stay.
        ("D\u{307}\u{323}", "\u{1E0C}\u{307}"), ("s\u{307}\u{323}", "\u{1E69}"),
        ("\u{1E9B}\u{323}", "\u{1E9B}\u{323}"),
        // Syllables of Hangul are composed by rule.
        ("\u{1112}\u{1161}\u{11AB}", "\u{D55C}"), ("\u{AC00}\u{11A8}", "\u{AC01}"),
        // What is excluded from composition comes apart; compatibility stays.
        ("\u{958}", "\u{915}\u{93C}"), ("\u{FB01}", "\u{FB01}"), ("\u{FF21}", "\u{FF21}"),
        ("\u{1F468}\u{200D}\u{1F469}", "\u{1F468}\u{200D}\u{1F469}"), ("\u{F900}", "\u{8C48}"),
    ]

    @Test(arguments: forms) func isWhatUnicodeSays(typed: String, composed: String) {
        // Strings are equal in any form, their characters aren't.
        let expected = Array(composed.unicodeScalars)
        #expect(typed.composedScalars == expected)
        #expect(Array(typed.composed.unicodeScalars) == expected)
        #expect(composed.composedScalars == expected, "once is enough")
    }

    @Test func aPartOfATextIsComposedByItself() {
        #expect("xe\u{301}y".dropFirst().dropLast().composedScalars == ["\u{E9}"])
    }
}
