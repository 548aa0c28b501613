import ConsoleAPI
import ConsoleEngine
import Glibc
import KernelTesting
import Localization
import Testing

struct LayoutTests {
    private func render(_ blocks: OutputBlock..., width: Int? = nil, colors: Bool = false) -> String {
        TextRenderer(language: .english, width: width, hasColors: colors).render(blocks)
    }

    private func cells(_ texts: String...) -> [StyledText] { texts.map { StyledText(verbatim: $0) } }

    private func column(_ title: String, trailing: Bool = false, minimum: Int? = nil) -> Table.Column {
        Table.Column(LocalizedText(verbatim: title), alignment: trailing ? .trailing : .leading, minimumWidth: minimum)
    }

    @Test func alignsColumnsByWhatCharactersTakeOnScreen() {
        let table = Table(
            columns: [column("Name"), column("N", trailing: true), column("Last")],
            rows: [
                cells("日本", "1", "a"), cells("👩‍👩‍👧é", "200", "b"), cells("e\u{301}x", "3"), cells("Ñandú", "-4", "c", "d"),
            ])
        #expect(
            render(.table(table)) == """
                Name     N  Last
                日本     1  a
                👩‍👩‍👧é    200  b
                e\u{301}x       3  
                Ñandú   -4  c

                """)
    }

    @Test(.requirement("SANIT-03")) func ofMarksOnALetterFourAreShown() {
        let marks = String(repeating: "\u{301}", count: 97)
        let shown = render(.line(StyledText(verbatim: "a\(marks)b e\u{301}")))
        #expect(Array(shown.unicodeScalars) == Array("a\u{301}\u{301}\u{301}\u{301}b e\u{301}\n".unicodeScalars))
        #expect(render(.paragraph(StyledText(verbatim: "x\n" + marks), indent: 0)).unicodeScalars.count < 10)
    }

    @Test func cutsTheWidestColumnThatMayShrink() {
        let table = Table(
            columns: [column("ID"), column("Text", minimum: 4), column("Place", minimum: 4)],
            rows: [cells("12345678", "日本語の長い説明", "Lima"), cells("1", "short", "Montevideo")])
        let lines = render(.table(table), width: 26).split(separator: "\n")
        #expect(
            lines == [
                "ID        Text     Place", "12345678  日本語…  Lima", "1         short    Montev…",
            ])
        #expect(lines.allSatisfy { DisplayWidth.of($0) <= 26 })
    }

    @Test func whereThereIsNoRoomIdentifiersAreCutAndWhatIsOptionalGoesFirst() {
        let table = Table(
            columns: [
                column("Title", minimum: 10), Table.Column(LocalizedText(verbatim: "Place"), isOptional: true),
                .identifiers(LocalizedText(verbatim: "ID")),
            ], rows: [cells("A long title of many words", "Bled", "0123456789abcdef")], numberedFrom: 7)
        #expect(
            render(.table(table)) == """
                #  Title                       Place  ID
                7  A long title of many words  Bled   0123456789abcdef

                """)
        #expect(render(.table(table), width: 50).contains("7  A long title of many words  Bled   01234567\n"))
        #expect(render(.table(table), width: 36).contains("7  A long title of…  Bled   01234567\n"))
        #expect(render(.table(table), width: 25).contains("7  A long titl…  01234567\n"))
    }

    @Test func neverCutsAColumnThatMustNotShrink() {
        let table = Table(columns: [column("ID"), column("T", minimum: 2)], rows: [cells("1234567890", "abcdef")])
        #expect(render(.table(table), width: 6) == "ID          T\n1234567890  a…\n")
    }

    @Test func neitherCutsNorWrapsInAPipe() {
        let long = String(repeating: "word ", count: 100) + "end"
        let table = Table(columns: [column("A", minimum: 1)], rows: [cells(long)])
        #expect(render(.table(table), .paragraph(StyledText(verbatim: long))) == "A\n\(long)\n\(long)\n")
        #expect(render(.line(StyledText(verbatim: long))) == "\(long)\n")
    }

    @Test func aLineIsWrappedBetweenWordsToo() {
        let line = StyledText(verbatim: "Log in: ") + StyledText(verbatim: "essential login --lost-factor", .accent)
        #expect(render(.line(line), width: 30) == "Log in: essential\nlogin --lost-factor\n")
        #expect(render(.line(line), width: 37) == "Log in: essential login --lost-factor\n")
        #expect(render(.line(StyledText(verbatim: "go --one --two --three")), width: 15) == "go --one --two\n--three\n")
        #expect(render(.line(StyledText(verbatim: "  one two three")), width: 10) == "  one two\n  three\n")
        #expect(
            render(.line(StyledText(verbatim: "日本 語の e\u{301}e\u{301} x")), width: 7) == "日本\n語の e\u{301}e\u{301}\nx\n")
        #expect(
            render(.line(StyledText(verbatim: "at https://example.com/x y")), width: 9)
                == "at\nhttps://example.com/x\ny\n")
        #expect(render(.line(StyledText(verbatim: "one\ntwo")), width: 80) == "one two\n")
        #expect(render(.line(StyledText(verbatim: "a  b")), width: 4) == "a  b\n", "what fits is left as it is")
    }

    @Test func wrapsBetweenWordsAndBreaksWhatIsTooLong() {
        let text =
            StyledText(verbatim: "one two ") + StyledText(verbatim: "three", .strong)
            + StyledText(verbatim: "-four\nfive abcdefghijklm")
        #expect(
            render(.paragraph(text, indent: 2), width: 12)
                == "  one two\n  three-four\n  five\n  abcdefghij\n  klm\n")
    }

    /// Who copies it gets all of it.
    @Test func breaksNoAddress() {
        let text = StyledText(verbatim: "see https://example.com/reset there")
        #expect(render(.paragraph(text, indent: 2), width: 12) == "  see\n  https://example.com/reset\n  there\n")
    }

    @Test func keepsTheEmptyLinesOfParagraphs() {
        #expect(render(.paragraph(StyledText(verbatim: "a\n\nb"), indent: 1), width: 20) == " a\n\n b\n")
    }

    @Test func putsValuesBesideNamesOrBelowLongOnes() {
        let fields = [
            OutputField(LocalizedText(verbatim: "short"), verbatim: "a value that wraps here"),
            OutputField(LocalizedText(verbatim: "a-name-that-is-far-too-long"), verbatim: "below"),
        ]
        #expect(
            render(.fields(fields, indent: 1), width: 30) == """
                 short  a value that wraps
                        here
                 a-name-that-is-far-too-long
                        below

                """)
        #expect(
            render(.fields(fields)) == """
                short                        a value that wraps here
                a-name-that-is-far-too-long  below

                """)
    }

    @Test func coloursOnlyWhereThereAreColours() {
        let text = StyledText(verbatim: "bad", .failure) + StyledText(verbatim: " good")
        #expect(render(.line(text), colors: true) == "\u{1B}[31mbad\u{1B}[0m good\n")
        #expect(render(.line(text)) == "bad good\n")
    }

    @Test(.requirement("SANIT-03")) func outsideDataCannotForgeALine() {
        let hostile = StyledText(verbatim: "a\r\nroot  admin\u{2028}x\u{85}y\tz")
        let table = Table(columns: [column("Name")], rows: [[hostile]])
        for block in [OutputBlock.line(hostile), .table(table), .fields([OutputField(hostile, hostile)])] {
            let lines = render(block).split(separator: "\n")
            #expect(lines.dropFirst().allSatisfy { $0.hasPrefix(" ") || $0.hasPrefix("a root  admin x y z") })
            #expect(!render(block).unicodeScalars.contains { $0 == "\r" || $0 == "\u{85}" || $0 == "\u{2028}" })
        }
        let paragraph = render(.paragraph(StyledText(verbatim: "a\r\n> forged"), indent: 4))
        #expect(paragraph == "    a\n    > forged\n")
        #expect(render(.preformatted("a\u{1B}]0;title\u{7}\tb\n")) == "a\\u{1b}]0;title\\u{7}\tb\n")
    }

    /// The C library is the other judge: both follow UAX 11, so terminals that
    /// ask it place the cursor where we think it is.
    @Test func agreesWithTheCLibraryAboutWidths() throws {
        let locale = try #require(newlocale(LC_CTYPE_MASK, "C.UTF-8", nil))
        let previous = uselocale(locale)
        defer {
            uselocale(previous)
            freelocale(locale)
        }
        // The header hides it behind a macro that Swift doesn't set.
        let wcwidth = unsafeBitCast(
            try #require(dlsym(nil, "wcwidth")), to: (@convention(c) (wchar_t) -> Int32).self)
        var disagreements: [String] = []
        var compared = 0
        for value in UInt32(0x20)...0x3FFFF {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let expected = wcwidth(wchar_t(bitPattern: value))
            // What the C library calls not printable has no width to compare.
            guard expected >= 0, scalar.properties.generalCategory != .unassigned else { continue }
            // Regional indicators come in pairs, which take the two columns of a flag.
            if (0x1F1E6...0x1F1FF).contains(value) { continue }
            compared += 1
            if DisplayWidth.of(Character(scalar)) != Int(expected) {
                disagreements.append(String(value, radix: 16))
            }
        }
        #expect(compared > 100_000)
        // A few marks may differ between the two Unicode versions.
        #expect(disagreements.count < 10, "\(disagreements)")
    }

    @Test(arguments: [
        ("", 0), ("abc", 3), ("日本", 4), ("e\u{301}", 1), ("👍🏽", 2), ("👩‍👩‍👧", 2), ("🇪🇸", 2), ("❤️", 2), ("❤", 1), ("한국", 4),
        ("\u{1112}\u{1161}\u{11AB}", 2), ("\u{200B}", 0), ("ｆｕｌｌ", 8), ("1️⃣", 2), ("…", 1), ("—", 1),
    ])
    func countsColumns(text: String, columns: Int) {
        #expect(DisplayWidth.of(text) == columns)
    }

    @Test(arguments: [
        (true, ["TERM": "xterm"], true), (false, ["TERM": "xterm"], false), (true, [:], false),
        (true, ["TERM": "dumb"], false), (true, ["TERM": "xterm", "NO_COLOR": "1"], false),
        (true, ["TERM": "xterm", "NO_COLOR": ""], true), (false, ["CLICOLOR_FORCE": "1"], true),
        (false, ["CLICOLOR_FORCE": "0"], false), (false, ["CLICOLOR_FORCE": "1", "NO_COLOR": "1"], false),
        (true, ["TERM": "xterm", "CLICOLOR": "0"], false),
    ])
    func respectsWhatTheEnvironmentSaysAboutColours(isTerminal: Bool, environment: [String: String], expected: Bool) {
        #expect(TerminalStyle.hasColors(isTerminal: isTerminal, environment: environment) == expected)
    }

    @Test func takesTheWidthFromWhoKnowsIt() {
        #expect(TerminalStyle.width(reported: 132, environment: [:]) == 132)
        #expect(TerminalStyle.width(reported: 132, environment: ["COLUMNS": "40"]) == 40)
        #expect(TerminalStyle.width(reported: 132, environment: ["COLUMNS": "x"]) == 132)
        #expect(TerminalStyle.width(reported: 0, environment: ["COLUMNS": "-1"]) == 80)
    }

    @Test func showsProgressInOneLine() {
        let line = ProgressLine(title: LocalizedText(en: "Loading", es: "Cargando"), unit: .bytes, language: .english)
        #expect(
            line.text(completed: 1_500_000, total: 6_000_000, elapsed: .seconds(2), width: 100)
                == "Loading  25% [#####...............] 1.5 MB of 6.0 MB  750.0 kB/s")
        #expect(line.text(completed: 999, total: nil, elapsed: .zero, width: 100) == "Loading 999 B")
        #expect(line.text(completed: 7, total: 7, elapsed: .zero, width: 14) == "Loading 100% …")
        let items = ProgressLine(title: LocalizedText(en: "x", es: "y"), unit: .items, language: .spanish)
        #expect(
            items.text(completed: 9, total: 3, elapsed: .seconds(9), width: 100)
                == "y 100% [####################] 9 de 3")
    }

    @Test(arguments: [
        (0, "0 B"), (999, "999 B"), (1_000, "1.0 kB"), (1_999, "1.9 kB"), (999_999, "999.9 kB"),
        (27_000_000, "27.0 MB"),
        (Int64.max, "9223372.0 TB"),
    ])
    func showsAmountsAsPeopleReadThem(count: Int64, text: String) {
        #expect(ByteCount.text(count, in: .english) == text)
    }
}
