import CoreModels
import FoundationEssentials
import SQLStoreAPI
import Testing

struct SQLTests {
    @Test func bindsWhatIsInterpolated() {
        let name = "Robert'); DROP TABLE users;--"
        let age: Int? = nil
        let sql: SQL = "UPDATE users SET age = \(age) WHERE name = \(name)"
        #expect(sql.text == "UPDATE users SET age = ? WHERE name = ?")
        #expect(sql.bindings == [.null, .text(name)])
    }

    @Test func bindsALiteralTooInsteadOfSplicingIt() {
        let sql: SQL = "SELECT \("x"), \(1), \(1.5), \(true)"
        #expect(sql.text == "SELECT ?, ?, ?, ?")
        #expect(sql.bindings == [.text("x"), .integer(1), .real(1.5), .integer(1)])
    }

    @Test func composesPiecesWithTheirBindings() {
        let conditions: [SQL] = ["a = \(1)", "b = \("two")"]
        let filter: SQL = "WHERE \(conditions.joined(separator: " AND "))"
        let sql: SQL = "SELECT * FROM t \(filter) LIMIT \(10)"
        #expect(sql.text == "SELECT * FROM t WHERE a = ? AND b = ? LIMIT ?")
        #expect(sql.bindings == [.integer(1), .text("two"), .integer(10)])
        #expect(("a" + filter).text == "aWHERE a = ? AND b = ?")
    }

    @Test func writesListsForIn() {
        let some: SQL = "DELETE FROM t WHERE id IN \(in: [1, 2, 3])"
        #expect(some.text == "DELETE FROM t WHERE id IN (?,?,?)")
        #expect(some.bindings.count == 3)
        let none: SQL = "DELETE FROM t WHERE id IN \(in: [Int]())"
        #expect(none.text == "DELETE FROM t WHERE id IN (SELECT NULL WHERE 1 = 0)")
        #expect(none.bindings.isEmpty)
    }

    @Test func keepsBoundValuesOutOfItsDescription() {
        let sql: SQL = "SELECT 1 WHERE 'a' = \("private")"
        #expect("\(sql)" == "SELECT 1 WHERE 'a' = ?")
    }
}
