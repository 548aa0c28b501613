import ConfigurationAPI
import ConfigurationSources
import FoundationEssentials
import KernelTesting
import Localization
import Testing

/// Compares the parser with Foundation's, through the loader: one key of each
/// type takes whatever stands there.
struct JSON5ParserTests {
    @Test(arguments: [
        "'single'", "\"double\"", "'it\\'s'", "\"a\\nb\\tc\\u00e9\\x41\"", "'\\u{1F600}'.length", "'\\ud83d\\ude00'",
        "'ñ 🌍'", "'a/*b*/c//d'", "'\\1'", "'\\x4'", "'open",
    ])
    func readsTextsAsFoundationDoes(text: String) throws {
        let expected = try? decoder.decode([String: String].self, from: Data("{a: \(text)}".utf8))["a"]
        #expect(read("{a: \(text)}", ConfigurationKey<String?>("a", default: nil, summary: summary)) == .some(expected))
    }

    @Test(arguments: [
        "0", "1", "-1", "+1", "0x10", "-0xfF", "9223372036854775807", "9223372036854775808", "01", "1.5", "1e3", "--1",
        "0x", "1_000", "- 1", "five", "0xZZ", "+-1",
    ])
    func readsWholeNumbersAsFoundationDoes(text: String) throws {
        let expected = try? decoder.decode([String: Int].self, from: Data("{a: \(text)}".utf8))["a"]
        let value = read("{a: \(text)}", ConfigurationKey<Int?>("a", default: nil, summary: summary))
        // Foundation takes 1e3 for a whole number; a person didn't write one.
        #expect(value == .some(text == "1e3" ? nil : expected))
    }

    @Test(arguments: [
        "[]", "['a']", "['a',]", "['a','b' , \n 'c']", "[,]", "['a',,'b']", "['a' 'b']", "[ /* x */ 'a' // y\n ]",
        "[['a']]",
    ])
    func readsListsAsFoundationDoes(text: String) throws {
        let expected = try? decoder.decode([String: [String]].self, from: Data("{a: \(text)}".utf8))["a"]
        #expect(
            read("{a: \(text)}", ConfigurationKey<[String]?>("a", default: nil, summary: summary)) == .some(expected))
    }

    @Test(arguments: [
        "{a: true}", "{'a': true}", "{\"a\": true,}", "{a: true,,}", "{a true}", "{a: true", "/**/{a:true}/***/",
        "{a: True}",
        "\u{FEFF}{a: true}", "{a: true}// end", "{a: true}/ end", "{a: true} }",
    ])
    func readsObjectsAsFoundationDoes(text: String) throws {
        let expected = try? decoder.decode([String: Bool].self, from: Data(text.utf8))["a"]
        #expect(read(text, ConfigurationKey<Bool?>("a", default: nil, summary: summary)) == .some(expected))
    }

    /// Where Foundation doesn't follow <https://spec.json5.org>.
    @Test(arguments: [
        ("'a \\\nb'", "a b"), ("'a \\\r\nb'", "a b"), ("'\\v\\f\\b\\r\\/\\q'", "\u{0B}\u{0C}\u{08}\r/q"),
        ("'\\0'", "\0"),
        ("\u{00A0}\u{2028}'a'\u{2003}", "a"), ("'\u{2028}'", "\u{2028}"),
    ])
    func readsTextsAsTheSpecificationSays(text: String, expected: String) {
        let value = read("{a: \(text)}", ConfigurationKey<String?>("a", default: nil, summary: summary))
        #expect(value == .some(expected))
    }

    @Test func survivesWhateverIsInAFile() throws {
        var random = SeededGenerator(seed: 7)
        let alphabet = Array("{}[]:,'\"\\/*ax019.eE+-\n u\u{0}ñ".unicodeScalars)
        let folder = try TemporaryFolder()
        let path = folder.path(of: "a.json5")
        var malformed = 0
        for _ in 0..<500 {
            var text = "{"
            for _ in 0..<Int.random(in: 0..<40, using: &random) {
                text.unicodeScalars.append(alphabet[Int.random(in: 0..<alphabet.count, using: &random)])
            }
            try Data(text.utf8).write(to: URL(filePath: path))
            do {
                _ = try ConfigurationLoader(file: path).load([])
            } catch {
                if case .malformedFile = error.problems[0] { malformed += 1 }
            }
        }
        #expect(malformed > 400)
    }

    private let summary = LocalizedText(en: "A setting.", es: "Un ajuste.")

    private var decoder: JSONDecoder {
        let decoder = JSONDecoder()
        decoder.allowsJSON5 = true
        return decoder
    }

    /// The value of the key; nil if the file is refused.
    private func read<Value>(_ text: String, _ key: ConfigurationKey<Value?>) -> Value?? {
        guard let folder = try? TemporaryFolder() else { return nil }
        let path = folder.path(of: "a.json5")
        try? Data(text.utf8).write(to: URL(filePath: path))
        return .some((try? ConfigurationLoader(file: path).load([key.declaration]))?[key])
    }
}
