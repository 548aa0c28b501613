import SQLStoreAPI

extension Connection {
    /// Those of the callers' statements that are kept which read a table, or a
    /// whole index, from end to end.
    func wholeTableReads() throws(SQLError) -> [String] {
        var found: [String] = []
        for text in keptTexts where Self.readsWholeTable(try plan(of: text), of: text) { found.append(text) }
        return found
    }

    /// What a plan says is in sqlite.org/eqp.html.
    ///
    /// One that goes along an index comes to its end with the limit, unless all
    /// of it is sorted before.
    private static func readsWholeTable(_ plan: [String], of text: String) -> Bool {
        let ends = text.contains("LIMIT") && !plan.contains("USE TEMP B-TREE FOR ORDER BY")
        return plan.contains { step in
            step.hasPrefix("SCAN ") && !step.contains("CONSTANT ROW") && !(ends && step.contains(" USING "))
        }
    }
}
