import HTTPServingAPI
import HTTPServingRouting
import Testing

/// How values are written in YAML, which readers of version 1.1 and 1.2 have to
/// read alike.
struct YAMLTests {
    @Test func membersAndElementsHaveLinesOfTheirOwn() {
        let value: JSONValue = [
            "a": 1, "b": ["c": true, "d": ["e": nil]], "list": ["x", ["y": 1, "z": ["w": 2]], ["u", "v"], []],
            "none": [:],
        ]
        #expect(
            value.yaml == """
                a: 1
                b:
                  c: true
                  d:
                    e: null
                list:
                  - x
                  - 'y': 1
                    z:
                      w: 2
                  -
                    - u
                    - v
                  - []
                none: {}

                """)
    }

    @Test(arguments: [
        "plain", "two words", "/feed/{id}", "application/json", "it's", "a, b", "a{b}", "x:y", "a#b", "$ref", "_",
        "(a)",
        "half – Cádiz “so”", "nothing", "https://example.com/a?b=c#d", "Not", "falsehood",
    ])
    func whatNobodyCanMistakeStandsAsItIs(text: String) {
        #expect(JSONValue.string(text).yaml == "\(text)\n")
    }

    @Test(arguments: [
        "", " a", "a ", "a: b", "a:", "a #b", "#a", "- a", "-", "?", "*a", "&a", "!a", "%a", "@a", "`a`", "|", ">",
        "[a]",
        "{a}", "\"a\"", ",", "null", "NULL", "~", "true", "False", "yes", "No", "on", "OFF", "y", "n", "1", "1.5",
        "1e5",
        "0x1f", "0o17", "-1", "+1", ".5", "1_000", "12:30", "2026-11-21", "2026-11-21T09:37:21Z", "200", "<<", "=",
        ".inf",
    ])
    func whatSomebodyCouldMistakeStandsInQuotes(text: String) {
        #expect(JSONValue.string(text).yaml == "'\(text)'\n")
        #expect(JSONValue.object([.init(text, 1)]).yaml == "'\(text)': 1\n")
    }

    @Test func quotesInQuotesAreDoubled() {
        #expect(JSONValue.string("'a': it's").yaml == "'''a'': it''s'\n")
    }

    @Test func whatCannotBeSeenIsEscaped() {
        #expect(JSONValue.string("a\tb").yaml == #""a\tb""# + "\n")
        #expect(
            JSONValue.string("a\u{0}\u{85}\u{FEFF}\u{2028}é\"\\").yaml
                == #""a\U00000000\U00000085\U0000feff\U00002028é\"\\""# + "\n")
    }

    @Test func textsOfSeveralLinesStandAsTheyAre() {
        let value: JSONValue = ["a": ["text": "one: 1\n\n  - two #\n\"three\"", "end": "x\ny\n", "list": ["p\nq"]]]
        #expect(
            value.yaml == """
                a:
                  text: |-
                    one: 1

                      - two #
                    "three"
                  end: |
                    x
                    y
                  list:
                    - |-
                      p
                      q

                """)
    }

    /// The first line tells the others' indentation, and all ends but one are lost.
    @Test(arguments: [" a\nb", "\na", "a\n\n", "\n", "a\r\nb", "a\n\tb\u{7}"])
    func otherTextsOfSeveralLinesAreEscaped(text: String) {
        let yaml = JSONValue.string(text).yaml
        #expect(yaml.hasPrefix("\"") && yaml.hasSuffix("\"\n") && yaml.filter { $0 == "\n" }.count == 1, "\(yaml)")
    }
}
