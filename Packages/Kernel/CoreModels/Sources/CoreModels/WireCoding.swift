public import FoundationEssentials

/// How values are written as JSON on the wire and in files: times in ISO 8601,
/// keys in a stable order so that equal values have equal bytes (and ETags).
public enum WireCoding {
    /// Makes an encoder for the wire.
    public static func encoder() -> JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .custom { date, encoder in
            var container = encoder.singleValueContainer()
            try container.encode(date.formatted(.iso8601))
        }
        return encoder
    }

    /// Makes a decoder for the wire.
    ///
    /// Offsets may come as `Z`, `+00:00` or `+0000`, and seconds may have a
    /// fraction.
    public static func decoder() -> WireDecoder {
        WireDecoder(
            dates: .custom { decoder in
                let container = try decoder.singleValueContainer()
                let text = try container.decode(String.self)
                guard let date = date(text) else {
                    throw DecodingError.dataCorruptedError(in: container, debugDescription: "not a time in ISO 8601")
                }
                return date
            })
    }

    static func date(_ text: String) -> Date? {
        let whole = Date.ISO8601FormatStyle()
        let fractional = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
        return (try? whole.parse(text)) ?? (try? fractional.parse(text))
    }
}
