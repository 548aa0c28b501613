import CoreModels
import FoundationEssentials
import Testing

struct JSONReaderTests {
    private func accepts(_ bytes: [UInt8]) -> Bool {
        var reader = JSONReader(Data(bytes))
        do {
            try reader.skip()
            try reader.end()
            return true
        } catch {
            return false
        }
    }

    @Test(arguments: JSONVectors.right) func acceptsWhatIsJSON(text: String) {
        #expect(accepts(Array(text.utf8)))
    }

    @Test(arguments: JSONVectors.wrong) func refusesWhatIsNoJSON(text: String) {
        #expect(!accepts(Array(text.utf8)))
    }

    @Test(arguments: JSONVectors.wrongBytes) func refusesWhatIsNoUTF8(bytes: [UInt8]) {
        #expect(!accepts(bytes))
    }

    /// As the decoder of the wire does, and as FEED-10 writes its example.
    @Test(arguments: [#"["",]"#, "[1,]", #"{"id":0,}"#, #"{"a":[{},],}"#])
    func aCommaBehindTheLastValueIsLetPass(text: String) {
        #expect(accepts(Array(text.utf8)))
    }

    @Test func valuesNestSoDeepAndNoDeeper() {
        func nested(_ depth: Int) -> [UInt8] {
            Array((String(repeating: "[", count: depth) + String(repeating: "]", count: depth)).utf8)
        }
        #expect(accepts(nested(JSONReader.maximumDepth)))
        #expect(!accepts(nested(JSONReader.maximumDepth + 1)))
        #expect(!accepts([UInt8](repeating: UInt8(ascii: "["), count: 100_000)))
        #expect(!accepts(Array(String(repeating: #"[{"":"#, count: 50_000).utf8)))
    }

    private struct Item: Decodable, Equatable {
        var text: String?
        var flag: Bool?
    }

    private func items(_ json: String) throws(JSONError) -> [Item] {
        var reader = JSONReader(Data(json.utf8))
        var items: [Item] = []
        try reader.array { (reader) throws(JSONError) in
            var item = Item()
            try reader.object(["flag", "text"]) { (place, reader) throws(JSONError) in
                switch place {
                case 0: item.flag = try reader.flagIfPresent()
                default: item.text = try reader.textIfPresent()
                }
            }
            items.append(item)
        }
        try reader.end()
        return items
    }

    /// What Foundation's decoder makes of it, this reader makes of it too.
    @Test(arguments: [
        "[]", " [ { } ] ", #"[{"text":"a","flag":true},{"flag":false}]"#, #"[{"text":null,"flag":null}]"#,
        #"[{"text":"a","text":"b"}]"#, #"[{"text":null,"text":"b"}]"#, #"[{"text":"a","text":7}]"#,
        #"[{"t\u0065xt":"a"}]"#, #"[{"more":{"text":[1,{"text":2}]},"text":"a"}]"#, #"[{"Text":"a","":"b"}]"#,
        #"[{"text":"\u00f1\ud83c\udfd4\/\n\"\\\b\f\r\t"}]"#, #"[{"text":"ñ🏔"}]"#, #"[{"text":""}]"#,
        #"[{"text":"a",}]"#, #"[{"text":"a"},]"#, "\u{FEFF}[]",
        "", "null", "{}", "[null]", "[1]", #"["text"]"#, #"[{"text":1}]"#, #"[{"text":[]}]"#, #"[{"text":true}]"#,
        #"[{"flag":1}]"#, #"[{"flag":"true"}]"#, #"[{"flag":truth}]"#, #"[{"flag":tru}]"#, #"[{"text":nil}]"#,
        #"[{"text":"\ud83c"}]"#, #"[{"text":"\udfd4\ud83c"}]"#, #"[{"text":"\ud83c\u0061"}]"#, #"[{"text":"\u12"}]"#,
        #"[{"text":"a"} {"text":"b"}]"#, #"[{"text" "a"}]"#, #"[{text:"a"}]"#, #"[]]"#, #"[{"text":"a"#,
        "[{\"text\":\"\t\"}]", #"[{"tex":"b","textt":"c","text":"a"}]"#, #"[{"text":"a","flag":true,"text":"b"}]"#,
        #"[{"flag":true,"text":"a","flag":false}]"#, #"[{"flag"#, #"[{"fla"#, #"[{"flag" "#, #"[{"fl\u0061g":true}]"#,
    ])
    func readsWhatFoundationReads(json: String) {
        let read = try? items(json)
        let decoded = try? JSONDecoder().decode([Item].self, from: Data(json.utf8))
        #expect(read == decoded)
    }

    @Test func theErrorSaysWhatAndWhereAndNothingElse() {
        let error = #expect(throws: JSONError.self) { try items(#"[{"text": secret}]"#) }
        #expect(error?.description == "no JSON as expected: a text at byte 10")
    }
}
