import ConfigurationAPI
import ConfigurationSources
import FoundationEssentials
import KernelTesting
import Localization
import Testing

/// What can be wrong with a file of settings.
struct ConfigurationFileTests: LoaderSuite {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test(arguments: [
        ("{\n tokens: ", 2, "ends too early"), ("", 1, "ends too early"), ("[1]", nil, "holds no object"),
        ("5", nil, "holds no object"), ("{a: 1} x", 1, "behind the end"), ("{a: 1\n b: 2}", 2, "comma or }"),
        ("{\n\n a b}", 3, "colon is missing after a"), ("{a: 5m}", 1, "before “5m”; text stands in quotes"),
        ("{a: 'b\n'}", 1, "quotation mark"), ("{a: 1, /* b", 1, "no end"), ("{a: [1, {}]}", 1, "object"),
        (String(repeating: "{a:", count: 50), 1, "too deeply"), ("{a: '\\ud800'}", 1, "half a character"),
        ("{,}", 1, "name is missing"), ("{a: }", 1, "before “}”"), ("{1a: 2}", 1, "name is missing"),
    ])
    func saysWhereAFileIsMalformed(content: String, line: Int?, reason: String) throws {
        let error = try #require(throws: ConfigurationError.self) { try load(file: content) }
        guard case .malformedFile(path, line, let found)? = error.problems.first, error.problems.count == 1 else {
            Issue.record("\(error)")
            return
        }
        #expect(found.english.contains(reason) && found.spanish != found.english, "\(error)")
        #expect(error.description.contains(path + (line.map { ":\($0)" } ?? "")))
    }

    /// It sets nothing, and whoever wrote it believes that it does.
    @Test(arguments: [
        ("{limitz: {}}", "limitz: {}: there is no such key."), ("{limits: {enabled: {}}}", "expected is"),
    ])
    func refusesAnEmptyObjectWhereNoneBelongs(content: String, reason: String) throws {
        let error = try #require(throws: ConfigurationError.self) { try load(file: content) }
        #expect(error.problems.count == 1 && error.description.contains(reason), "\(error)")
    }

    @Test func acceptsAnEmptySection() throws {
        _ = try load(file: "{limits: {}}")
    }

    @Test func aLongValueIsNotEchoedAsAWhole() throws {
        let long = String(repeating: "a", count: 5_000)
        for content in ["{limits: {enabled: '\(long)'}}", "{\(long): '\(long)'}"] {
            let error = try #require(throws: ConfigurationError.self) { try load(file: content) }
            #expect(error.description.count < 500 && error.description.contains("aaaa…"))
        }
    }

    @Test func refusesAFileThatIsNotUTF8() throws {
        try Data([0x7B, 0xFF, 0x7D]).write(to: URL(filePath: path))
        let error = #expect(throws: ConfigurationError.self) { try ConfigurationLoader(file: path).load(declarations) }
        #expect(
            error?.problems == [
                .malformedFile(path: path, line: nil, reason: LocalizedText(en: "it isn't UTF-8", es: "no es UTF-8"))
            ])
    }

    @Test func saysThatAFileCannotBeRead() throws {
        let missing = #expect(throws: ConfigurationError.self) {
            try ConfigurationLoader(file: folder.path(of: "missing")).load(declarations)
        }
        #expect(missing?.description.contains("it isn't there") == true)
        let directory = #expect(throws: ConfigurationError.self) {
            try ConfigurationLoader(file: folder.path).load(declarations)
        }
        #expect(directory?.description.contains("isn't a file") == true)
        let large = #expect(throws: ConfigurationError.self) {
            try load(file: "{" + String(repeating: " ", count: 2 << 20) + "}")
        }
        #expect(large?.description.contains("larger than 1 MiB") == true)
    }

    @Test func reportsAFileBesideTheProblemsOfOtherSources() {
        let error = #expect(throws: ConfigurationError.self) {
            try load(file: "{", environment: ["ESSENTIAL_LOCKOUT_FAILURES": "none"])
        }
        #expect(error?.problems.count == 2)
    }
}
