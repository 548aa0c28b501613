import SQLStoreAPI

/// The values of a statement as the library takes them: texts and numbers as
/// text, bytes as they are.
///
/// What type each has, the server concludes from where it
/// stands.
struct Parameters {
    private var bytes: [CChar] = []
    /// Where each begins in `bytes`; nil for NULL.
    private var places: [Int?] = []
    private var lengths: [Int32] = []
    private var formats: [Int32] = []

    var count: Int { places.count }

    /// - Throws: `notAllowed` for a text that holds a NUL, which the server can't
    ///   store.
    init(_ form: SQLForm, sql: String) throws(SQLError) {
        var holdsNUL = false
        unsafe form.withWords { words in
            var parts = unsafe SQLForm.Reader(words)
            while let part = parts.next() {
                switch part {
                case .literal: continue
                case .null:
                    places.append(nil)
                    lengths.append(0)
                    formats.append(0)
                case .integer(let value): append(text: String(value))
                case .real(let value): append(text: String(value))
                case .text(let text):
                    if unsafe text.contains(0) { holdsNUL = true }
                    unsafe append(text, isBinary: false)
                case .blob(let blob): unsafe append(blob, isBinary: true)
                }
            }
        }
        if holdsNUL { throw SQLError(.notAllowed, "a text holds a NUL", sql: sql) }
    }

    private mutating func append(text: String) {
        var text = text
        text.withUTF8 { unsafe append(UnsafeRawBufferPointer($0), isBinary: false) }
    }

    private mutating func append(_ value: UnsafeRawBufferPointer, isBinary: Bool) {
        places.append(bytes.count)
        lengths.append(Int32(clamping: value.count))
        formats.append(isBinary ? 1 : 0)
        unsafe bytes.append(contentsOf: value.lazy.map { CChar(bitPattern: $0) })
        // The end of a text, of whose length the library takes no notice.
        bytes.append(0)
    }

    /// Calls `body` with the values, their lengths and their formats.
    func withPointers<Result>(
        _ body: (UnsafePointer<UnsafePointer<CChar>?>?, UnsafePointer<Int32>?, UnsafePointer<Int32>?) -> Result
    ) -> Result {
        unsafe bytes.withUnsafeBufferPointer { bytes in
            let values = unsafe places.map { place in
                unsafe place.flatMap { unsafe bytes.baseAddress?.advanced(by: $0) }
            }
            return unsafe values.withUnsafeBufferPointer { values in
                unsafe lengths.withUnsafeBufferPointer { lengths in
                    unsafe formats.withUnsafeBufferPointer { formats in
                        unsafe body(values.baseAddress, lengths.baseAddress, formats.baseAddress)
                    }
                }
            }
        }
    }
}
