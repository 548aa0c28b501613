import KernelTesting
import RepoKit
import Testing

struct TestSourceTests {
    private func read(_ text: String) -> TestSource { TestSource(SourceFile(path: "T.swift", text: text)) }

    @Test(.requirement("PROC-06")) func findsTheRequirementsOfATest() {
        let source = read(
            """
            struct LoginTests {
                @Test(.requirement("LOGIN-01")) func asks() {}
                @Test(
                    .requirement(
                        "LOGIN-02", "LOGIN-03"),
                    arguments: ["a": [1], "b": [2]].map { ($0.key, "LOGIN-99") }
                ) @MainActor func refuses(text: String) async throws {}
                @Test func other() {}
            }
            @Test(.timeLimit(.minutes(1)), .requirement("REG-01"), .requirement("REG-02")) func alone() {}
            """)
        #expect(
            source.tests == [
                .init(name: "LoginTests/asks", requirements: ["LOGIN-01"]),
                .init(name: "LoginTests/refuses", requirements: ["LOGIN-02", "LOGIN-03"]),
                .init(name: "LoginTests/other", requirements: []),
                .init(name: "alone", requirements: ["REG-01", "REG-02"]),
            ])
        #expect(source.claims.map(\.line) == [2, 5, 5, 10, 10])
    }

    @Test func knowsTheSuitesAroundATest() {
        let source = read(
            """
            @Suite("shown", .requirement("FEED-01")) final class Outer {
                enum Kind { case one }
                class func make() {}
                struct Inner { @Test func within() { if true { print("}") } } }
                @Test func `reads as a sentence`() {}
            }
            @Suite(.requirement("FEED-02"))
            extension Outer.Inner where Self: Sendable { @Test func added() {} }
            """)
        #expect(source.tests.map(\.name) == ["Outer/Inner/within", "Outer/reads as a sentence", "Outer/Inner/added"])
        #expect(source.suites == ["Outer": ["FEED-01"], "Outer/Inner": ["FEED-02"]])
    }

    @Test(arguments: [
        "// @Test(.requirement(\"X-1\")) func a() {}",
        "/* /* nested */ @Test(.requirement(\"X-1\")) func a() {} */",
        "let text = \"@Test(.requirement(\\\"X-1\\\")) func a() {}\"",
        "let text = \"\"\"\n  @Test(.requirement(\"X-1\")) func a() {}\n  \"\"\"",
        "let text = #\"\"\"\n  \"\"\" @Test(.requirement(\"X-1\")) func a() {}\n  \"\"\"#",
        "let text = \"\\(join(\"{\", \")\")) @Test(.requirement(X)) func a() {}\"",
        "let text = token.replacing(/\"cnf\":\\{[^}]*\\},/, with: \"\")",
        "let half = (whole / 2, whole/2); let pattern = /\\/{/",
    ])
    func looksNeitherIntoCommentsNorIntoTexts(text: String) {
        let source = read(text + "\nstruct Suite { @Test(.requirement(\"X-2\")) func real() {} }")
        #expect(source.tests == [.init(name: "Suite/real", requirements: ["X-2"])])
        #expect(source.claims.map(\.id) == ["X-2"])
    }

    @Test func aQuoteInARegularExpressionIsOverWithItsLine() {
        let source = read("let quote = /\"/\n@Test(.requirement(\"X-2\")) func real() {}")
        #expect(source.tests == [.init(name: "real", requirements: ["X-2"])])
    }
}
