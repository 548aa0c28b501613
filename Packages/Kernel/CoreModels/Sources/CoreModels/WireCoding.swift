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

    /// JSON that acts on no screen that shows it, and says the same.
    ///
    /// JSON escapes C0 itself (RFC 8259, section 7). DEL, C1 and what reorders text reach a terminal as they
    /// are; they can only stand within strings, so escaping them leaves the value as it is.
    ///
    /// - Parameter isEscaped: Whether a scalar is escaped as well; asked of each in its turn, for what isn't ASCII.
    public static func visible(_ json: String, escaping isEscaped: (Unicode.Scalar) -> Bool = { _ in false }) -> String
    {
        if json.utf8.allSatisfy({ $0 < 0x7F }) { return json }
        var result = ""
        for scalar in json.unicodeScalars {
            let isAsked = isEscaped(scalar)
            switch scalar.value {
            case 0x7F...0x9F, 0x061C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069: result += escaped(scalar)
            case _ where isAsked: result += escaped(scalar)
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    private static func escaped(_ scalar: Unicode.Scalar) -> String {
        UTF16.encode(scalar).map { unit in
            unit.reduce(into: "") { text, unit in
                let digits = String(unit, radix: 16)
                text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            }
        } ?? ""
    }

    static func date(_ text: String) -> Date? {
        let whole = Date.ISO8601FormatStyle()
        let fractional = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
        return (try? whole.parse(text)) ?? (try? fractional.parse(text))
    }
}
