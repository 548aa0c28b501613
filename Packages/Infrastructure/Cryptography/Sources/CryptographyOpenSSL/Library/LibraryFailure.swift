import COpenSSL
import CryptographyAPI

/// Turns the library's error queue into typed errors.
enum LibraryFailure {
    /// Empties the error queue of this thread and returns its contents as an
    /// error.
    ///
    /// The library's free text is left out: it could quote input.
    static func drained(_ operation: String) -> CryptographyError {
        var details: [String] = []
        while case let code = ERR_get_error(), code != 0 {
            var text = [CChar](repeating: 0, count: 256)  // As ERR_error_string_n(3) advises.
            unsafe ERR_error_string_n(code, &text, text.count)
            details.append(String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self))
        }
        return .libraryFailure(operation: operation, details: details)
    }

    /// Throws what is in the error queue unless `result` is the library's 1 for
    /// success.
    static func check(_ operation: String, _ result: Int32) throws(CryptographyError) {
        guard result == 1 else { throw drained(operation) }
    }
}
