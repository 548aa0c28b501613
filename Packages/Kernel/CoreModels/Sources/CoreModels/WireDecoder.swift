public import FoundationEssentials

/// Decodes JSON that somebody else wrote.
///
/// Foundation's `JSONDecoder` ends the program at a text whose values nest too
/// deep for it and that ends there: 513 opening brackets are enough (Swift 6.3,
/// `JSONError.SourceLocation`). So a text with that many brackets is read by
/// ``JSONReader`` first, which refuses what nests deeper than
/// ``JSONReader/maximumDepth``. Any other is handed on after one pass over its
/// bytes.
public struct WireDecoder {
    private let decoder = JSONDecoder()

    /// Creates a decoder.
    ///
    /// - Parameter dates: How times are written.
    public init(dates: JSONDecoder.DateDecodingStrategy = .deferredToDate) {
        decoder.dateDecodingStrategy = dates
    }

    /// Decodes one value.
    ///
    /// - Throws: `DecodingError`, and whatever the type's own initializer throws.
    public func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
        let brackets = unsafe data.withUnsafeBytes { bytes in
            unsafe bytes.count { $0 == UInt8(ascii: "[") || $0 == UInt8(ascii: "{") }
        }
        if brackets > JSONReader.maximumDepth {
            do throws(JSONError) {
                var reader = JSONReader(data)
                try reader.skip()
                try reader.end()
            } catch {
                throw DecodingError.dataCorrupted(
                    DecodingError.Context(codingPath: [], debugDescription: "\(error)", underlyingError: error))
            }
        }
        return try decoder.decode(type, from: data)
    }
}
