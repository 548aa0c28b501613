import CoreModels
import FoundationEssentials
import Testing

struct JSONWriterTests {
    private struct Sample: Encodable {
        let empty: [String]
        let flag: Bool
        let texts: [String]
    }

    @Test func writesWhatTheEncoderOfTheWireWrites() throws {
        var texts = (0..<0x2100).compactMap { Unicode.Scalar($0).map { "a\(Character($0))b" } }
        texts += ["", "\"", "\\\\", "/", "\u{1F600}", "\u{7F}", "e\u{301}", "\r\n", "ends with \\"]
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("empty")
            writer.array { _ in }
            writer.member("flag")
            writer.write(true)
            writer.member("texts")
            writer.array { writer in for text in texts { writer.write(text) } }
        }
        let isSame = try writer.data == WireCoding.encoder().encode(Sample(empty: [], flag: true, texts: texts))
        #expect(isSame)
    }

    @Test func writesIdentifiers() {
        let ids = (0..<3).map { _ in ImageID(UUID()) }
        var writer = JSONWriter(capacity: 1)
        writer.array { writer in for id in ids { writer.write(id) } }
        let text = ids.map { "\"\($0)\"" }.joined(separator: ",")
        #expect(String(decoding: writer.data, as: UTF8.self) == "[\(text)]")
    }

    @Test func valuesAreSeparated() {
        var writer = JSONWriter(capacity: 1)
        writer.array { writer in
            writer.object { _ in }
            writer.write(false)
            writer.array { $0.array { _ in } }
            writer.object { writer in
                writer.member("a")
                writer.write("")
                writer.member("b")
                writer.object { _ in }
            }
        }
        #expect(String(decoding: writer.data, as: UTF8.self) == #"[{},false,[[]],{"a":"","b":{}}]"#)
    }
}
