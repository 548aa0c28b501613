import CoreModels
import FoundationEssentials
import SQLStoreAPI
import Testing

struct SQLFormTests {
    private func hasShape(_ one: SQL, of other: SQL) -> Bool { one.form.hasShape(other.form.shape) }

    private func look(_ id: Int, _ name: String?) -> SQL { "SELECT a FROM t WHERE id = \(id) AND name = \(name)" }

    @Test func onlyTheValuesMayDiffer() {
        #expect(hasShape(look(1, "short"), of: look(-9, String(repeating: "long ", count: 100))))
        #expect(hasShape(look(1, nil), of: look(2, "")))
        #expect(look(1, nil).form.fingerprint == look(2, "b").form.fingerprint)
    }

    /// One of the pairs would run for the other if the shape didn't tell them
    /// apart.
    @Test func tellsEveryOtherTextApart() {
        let texts: [SQL] = [
            "", "a", "b", "ab", "\(1)", "a\(1)", "\(1)a", "a\(1)b", "b\(1)a", "a\(1)\(2)b", "a\(1)b\(2)", "\(1)a\(2)b",
            look(1, "x"), look(1, "x") + "a", "a" + look(1, "x"), "a\(in: [1, 2])", "a\(in: [1, 2, 3])",
            "a\(in: [Int]())", "a" + "b",
        ]
        for (index, one) in texts.enumerated() {
            for (place, other) in texts.enumerated() {
                #expect(hasShape(one, of: other) == (index == place), "\(one) and \(other)")
                #expect((one.form.fingerprint == other.form.fingerprint) == (index == place), "\(one) and \(other)")
            }
        }
    }

    @Test func holdsValuesOfEveryKindAndLength() {
        let texts = (0..<70).map { String(repeating: "ñ", count: $0) }
        let blobs = (0..<70).map { Data(repeating: 7, count: $0) }
        var sql: SQL = "SELECT 1"
        var values: [SQLValue] = []
        for (text, blob) in zip(texts, blobs) {
            sql.append(", \(text), \(blob), \(Int64.min), \(-0.5), \(nil as Int?)")
            values += [.text(text), .blob(blob), .integer(.min), .real(-0.5), .null]
        }
        #expect(sql.bindings == values)
        #expect(sql.form.valueCount == values.count)
        #expect(sql.text == "SELECT 1" + String(repeating: ", ?, ?, ?, ?, ?", count: 70))
    }

    @Test func aCopyKeepsItsValues() {
        let filter: SQL = "a = \("one")"
        var longer = filter
        longer.append(" AND b = \("two")")
        #expect(filter.bindings == [.text("one")])
        #expect(longer.bindings == [.text("one"), .text("two")])
        #expect((longer + longer).bindings.count == 4)
    }

    @Test func anIdentifierIsItsTextInLowerCase() {
        let id = UserID(UUID())
        let sql: SQL = "\(id)\(id.uuid)"
        #expect(sql.bindings == [.text(id.description), .text(id.description)])
    }
}
