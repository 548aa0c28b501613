import CommentsAPI
import KernelTesting
import Testing

struct CommentMessageTests {
    @Test(arguments: [
        "a", "¡Qué luz!", "👨‍👩‍👧‍👦", "first line\nsecond line\tand a tab", "عربى ‏", "0", "\u{FEFF}text",
        "<script>alert('x')</script>", "'; DROP TABLE comments; --",
    ])
    func takesWhatPeopleWrite(text: String) {
        #expect(CommentMessage(text)?.description == text)
    }

    @Test func removesWhiteSpaceAroundAndNothingElse() {
        #expect(CommentMessage(" \n\t what  a\n\nview \u{3000}\u{A0}")?.description == "what  a\n\nview")
    }

    @Test func composesAccents() {
        #expect(
            CommentMessage("cafe\u{301}")?.description.unicodeScalars.elementsEqual("caf\u{E9}".unicodeScalars) == true)
    }

    @Test func hasAtMost2000Characters() {
        #expect(CommentMessage.maximumLength == 2_000)
        #expect(CommentMessage(String(repeating: "é", count: 2_000)) != nil)
        #expect(CommentMessage(String(repeating: "é", count: 2_001)) == nil)
        #expect(CommentMessage(String(repeating: "🏔", count: 2_000)) != nil)
        #expect(CommentMessage("  " + String(repeating: "a", count: 2_000) + "\n") != nil, "only what is kept counts")
        #expect(CommentMessage("a" + String(repeating: "\u{301}", count: 5_000)) == nil, "a tower on one letter")
    }

    @Test(arguments: ["", " ", "\n\t ", "\u{200B}", "\u{200D}\u{FE0F}", "\u{3164}", "\u{2066}", "\u{AD}"])
    func somethingHasToShow(text: String) {
        #expect(CommentMessage(text) == nil)
    }

    @Test(
        .requirement("SANIT-03"),
        arguments: [
            "\u{0}", "\u{7}", "\u{8}", "\u{B}", "\r", "\u{1B}", "\u{7F}", "\u{85}", "\u{9B}", "\u{202E}", "\u{2066}",
        ])
    func refusesWhatCouldActOnAScreen(character: String) {
        #expect(CommentMessage("a\(character)b") == nil)
        #expect(CommentMessage("first\r\nsecond") == nil)
    }
}
