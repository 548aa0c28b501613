import HTTPTypes
import Testing

struct HTTPFieldsTests {
    @Test func findsNamesWhateverTheirCase() {
        let fields: HTTPFields = ["Content-Type": "application/json"]
        #expect(fields["content-TYPE"] == "application/json")
    }

    @Test func keepsRepeatedFieldsInOrder() {
        var fields = HTTPFields()
        fields.append("Set-Cookie", "a=1")
        fields.append("Vary", "Accept")
        fields.append("set-cookie", "b=2")
        #expect(fields.values(of: "Set-Cookie") == ["a=1", "b=2"])
        #expect(fields.map(\.name) == ["Set-Cookie", "Vary", "Set-Cookie"])
    }

    @Test func tellsOneValueFromSeveral() {
        let fields: HTTPFields = ["A": "1", "B": "2", "a": "1"]
        #expect(fields.onlyValue(of: "b") == "2")
        #expect(fields.onlyValue(of: "A") == nil && fields.onlyValue(of: "C") == nil)
        #expect(fields.contains(anyOf: ["C", "b"]) && !fields.contains(anyOf: ["C", "D"]))
        #expect(!fields.contains(anyOf: []))
    }

    @Test func replacesInPlaceAndRemoves() {
        var fields: HTTPFields = ["A": "1", "B": "2", "a": "3"]
        fields["A"] = "4"
        #expect(fields.map(\.value) == ["4", "2"])
        fields["a"] = nil
        #expect(fields.map(\.value) == ["2"])
    }

    @Test(arguments: ["a\r\nb", "a\nb", "a\u{0}b", "a\u{7F}"])
    func refusesValuesThatCouldForgeALine(value: String) {
        let fields: HTTPFields = ["X-Note": value]
        #expect(fields.firstInvalid?.name == "X-Note")
    }

    @Test(arguments: ["", "a b", "a:b", "a\n", "ñ"])
    func refusesNamesThatAreNoTokens(name: String) {
        #expect(!HTTPFieldName(name).isValid)
    }

    @Test(arguments: ["Content-Type", "content-type", "CONTENT-TYPE", "X-Request-ID", "x", "A-Name-That-Nobody-Knows!"])
    func readsNamesFromBytes(name: String) {
        let read = HTTPFieldName(token: Array(name.utf8).span.bytes)
        #expect(read == HTTPFieldName(name) && read?.description == name && read?.canonical == name.lowercased())
    }

    @Test(arguments: ["", "a b", "a:b", "a\n", "ñ", "Content-Typ\u{0}"])
    func readsNoNameFromBytesThatAreNoToken(name: String) {
        #expect(HTTPFieldName(token: Array(name.utf8).span.bytes) == nil)
    }

    @Test func readsMediaTypesWithParameters() {
        #expect(MediaType(contentType: "Application/JSON; charset=utf-8") == .json)
        #expect(MediaType(contentType: "json") == nil)
        #expect(MediaType(contentType: "a/b/c") == nil)
        #expect(MediaType(contentType: "") == nil)
    }
}
