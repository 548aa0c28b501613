import FoundationEssentials
import HTTPServingAPI
import Testing

struct JSONValueTests {
    @Test func itsNamesStandWhateverAnEncoderDoesToThoseOfProperties() throws {
        let value: JSONValue = ["operationId": "a", "x-y": ["maxItems": 1]]
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        encoder.keyEncodingStrategy = .convertToSnakeCase
        let text = String(decoding: try encoder.encode(value), as: UTF8.self)
        #expect(text == #"{"operationId":"a","x-y":{"maxItems":1}}"#)
    }
}
