extension SQL {
    /// Creates a piece of a statement from a text that isn't in the source, such as the name
    /// of a table that the database itself tells.
    ///
    /// Like a literal it stays in memory for as long as the program runs, so there can only be few.
    package init(lasting text: String) {
        var form = SQLForm()
        let bytes = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: max(text.utf8.count, 1))
        _ = unsafe bytes.initialize(fromContentsOf: text.utf8)
        form.append(literal: UInt(bitPattern: bytes.baseAddress), count: text.utf8.count)
        self.init(form: form)
    }

    /// Appends rows of values, as they stand behind `VALUES`.
    package mutating func append(rows: [[SQLValue]]) {
        var form = form, isFirst = true
        for row in rows {
            form.append(isFirst ? "(" : ", (")
            isFirst = false
            for (place, value) in row.enumerated() {
                if place > 0 { form.append(", ") }
                form.append(value)
            }
            form.append(")")
        }
        self = SQL(form: form)
    }
}
