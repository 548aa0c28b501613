import CoreModels
import Testing

struct HTMLTests {
    @Test func noTextBecomesMarkup() {
        #expect(
            HTML.escaped("<script src=\"x\">'&amp;'</script>")
                == "&lt;script src=&quot;x&quot;&gt;&#39;&amp;amp;&#39;&lt;/script&gt;")
        #expect(HTML.escaped("") == "" && HTML.escaped("a\u{301} ñ\n\u{1F600}") == "a\u{301} ñ\n\u{1F600}")
        #expect(HTML.escaped("< 2") == "&lt; 2")
    }

    /// A combining mark makes one character of itself and the mark before it.
    @Test func aMarkBeforeACombiningOneIsEscaped() {
        #expect(HTML.escaped("<\u{301}b\"\u{338}") == "&lt;\u{301}b&quot;\u{338}")
    }
}
