import FoundationEssentials
import KernelTesting
import RepoKit
import Testing

/// What the compiler says a file imports is what ``SourceFile`` reads from it.
struct SourceFileTests {
    @Test(arguments: [
        "import Alpha", "  import Alpha\n\timport Beta",
        "public import Alpha\npackage import Beta\nprivate import Gamma",
        "@testable import Alpha", "@_exported public import Alpha", "@_spi(Inner) import Alpha",
        "@testable\nimport Alpha",
        "import struct Alpha.Thing\nimport func Beta.make\nimport class Gamma.Thing", "import Alpha.Inner",
        "import Alpha; import Beta", "/* import Nothing */ import Alpha",
        "// import Nothing\nimport Alpha // import Nothing",
        "/* one /* two */ import Nothing */\nimport Alpha", "let text = \"import Nothing\"\nimport Alpha",
        "let text = \"\"\"\n    import Nothing\n    \"\"\"\nimport Alpha",
        "let text = #\"\"\"\n    \"\"\"\n    import Nothing\n    \"\"\"#\nimport Alpha",
        "let text = #\"\"\"#\nimport Alpha\nlet other = \"import Nothing\"",
        "let text = \"\\(one(\"a\\\"b\"))\"\nimport Alpha",
        "let text = \"\\\\\"\nimport Alpha", "let pattern = /\"/\nimport Alpha", "let pattern = #/ \" /#\nimport Alpha",
        "let half = 4 / 2\nimport Alpha\nlet third = 6 / 2", "import `Alpha`", "func imports() {}\nimport Alpha",
        "struct Importer { let important = 1 }", "import  Alpha",
        "/// import Nothing\nimport Alpha\n\n#if true\nimport Beta\n#endif",
    ])
    func agreesWithTheCompiler(text: String) async throws {
        let folder = try TemporaryFolder()
        let path = folder.path(of: "Source.swift")
        try text.write(toFile: path, atomically: true, encoding: .utf8)
        let outcome = try await ChildProcess.run(
            "swiftc",
            [
                "-frontend", "-emit-imported-modules", path, "-swift-version", "6", "-module-name", "Source", "-o", "-",
            ])
        try #require(outcome.exit == .status(0), "\(outcome.errorText)")
        let modules = outcome.outputText.split(separator: "\n").map(String.init)
        let found = SourceFile(path: "Source.swift", text: text).imports
        #expect(Set(found.map(\.module)) == Set(modules))
    }

    @Test func saysHowAModuleIsImported() {
        let file = SourceFile(
            path: "Source.swift", text: "\n@_exported @_spi(Inner) public import struct Alpha.Thing\nimport Beta")
        #expect(
            file.imports == [
                .init(module: "Alpha", access: "public", attributes: ["@_exported", "@_spi(Inner)"], line: 2),
                .init(module: "Beta", access: nil, attributes: [], line: 3),
            ])
    }

    /// Which of them holds depends on what is built.
    @Test func readsAllBranches() {
        let file = SourceFile(
            path: "Source.swift", text: "#if canImport(Glibc)\nimport Glibc\n#else\nimport Musl\n#endif")
        #expect(file.imports.map(\.module) == ["Glibc", "Musl"])
    }

    @Test func codeStaysInItsPlace() {
        let text = "let a = \"\\(b) c\" // d\nlet e = /f/; g()"
        let code = SourceFile(path: "Source.swift", text: text).code
        #expect(code == ["let a = \" (b)  \"     ", "let e = / /; g()"])
    }
}
