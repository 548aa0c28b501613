import CoreModels
import FoundationEssentials
import Testing

/// What ends Foundation's decoder and with it the program is an error here.
struct WireDecoderTests {
    private struct Message: Decodable {
        let name: String
    }

    @Test(arguments: [511, 512, 513, 514, 100_000], ["[", "{\"a\":", "[{\"a\":"])
    func refusesWhatNestsTooDeep(_ depth: Int, _ opening: String) {
        for tail in ["", "1", "]", "}", "\"", " "] {
            let text = Data((String(repeating: opening, count: depth) + tail).utf8)
            #expect(throws: DecodingError.self) { try WireDecoder().decode(Message.self, from: text) }
        }
    }

    @Test func decodesWhatHasManyBracketsSideBySide() throws {
        let brackets = String(repeating: "[],{\"[\":\"{\"},", count: 10_000)
        let text = Data(#"{"other":[\#(brackets)1],"name":"Ana"}"#.utf8)
        #expect(try WireDecoder().decode(Message.self, from: text).name == "Ana")
    }
}
