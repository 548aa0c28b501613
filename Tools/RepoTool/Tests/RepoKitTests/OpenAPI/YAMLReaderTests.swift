import RepoKit
import Testing

struct YAMLReaderTests {
    @Test(arguments: [
        ("a: 1\nb:\n  c: two words\n  # a comment\n\n  d: null\n", #"{"a":1,"b":{"c":"two words","d":null}}"#),
        ("a:\n  - x\n  - y: 1\n    z: true\n  - - p\n    - -3\n", #"{"a":["x",{"y":1,"z":true},["p",-3]]}"#),
        ("a: { b: [c, 'd: e', { f: 1 }], g: {}, h: [] }\n", #"{"a":{"b":["c","d: e",{"f":1}],"g":{},"h":[]}}"#),
        ("a: |\n  one\n\n    two\n  # three\n\nb: 1\n", #"{"a":"one\n\n  two\n# three\n","b":1}"#),
        ("'200':\n  x: 'it''s'\n/a/{b}:\n  y: 'null'\n", #"{"200":{"x":"it's"},"/a/{b}":{"y":"null"}}"#),
        ("a: 3.1.0\nb: http://c:1, \"d\" [e]\n", #"{"a":"3.1.0","b":"http://c:1, \"d\" [e]"}"#),
        ("a: 'C:\\#(x)'\n", ##"{"a":"C:\u005c#(x)"}"##),
    ])
    func reads(yaml: String, json: String) throws {
        #expect(try YAMLReader.value(of: yaml).json == json)
    }

    @Test(arguments: [
        ("a: 1\na: 2\n", 2), ("a:\nb: 1\n", 1), ("a: 1\n  b: 2\n", 2), ("  a: 1\nb: 2\n", 2), ("a: \"x\"\n", 1),
        ("a: *x\n", 1), ("a: &x 1\n", 1), ("a: >\n  x\n", 1), ("a: |-\n  x\n", 1), ("a: 1.5\n", 1), ("a: 007\n", 1),
        ("a: b: c\n", 1), ("a: b # c\n", 1), ("a: [b\n", 1), ("a: {b}\n", 1), ("a: 'b\n", 1), ("a: 'b' c\n", 1),
        ("a:\n  - b\n  c: d\n", 3), ("a: b\n  c\n", 2), ("a: [b, , c]\n", 1), ("", 1), ("\"a\": 1\n", 1),
        ("{a: 1}: 2\n", 1), ("- a: 1\n  - b\n", 2), ("a: {b c}\n", 1),
        ("a: 1\n\tb: 2\n", 2),
    ])
    func refusesTheRestWithItsLine(yaml: String, line: Int) {
        let error = #expect(throws: YAMLError.self) { try YAMLReader.value(of: yaml) }
        #expect(error?.line == line, "\(String(describing: error))")
    }
}
