import CoreModels
import FoundationEssentials

/// Writes a value as one line of JSON that is fit for a terminal too.
enum JSONText {
    /// The names of members are those of the properties, as the wire writes such
    /// names: `createdAt` is `created_at`.
    static func text(of value: any Encodable) throws -> String {
        let encoder = WireCoding.encoder()
        encoder.keyEncodingStrategy = .convertToSnakeCase
        return escapingControls(String(decoding: try encoder.encode(value), as: UTF8.self)) + "\n"
    }

    /// JSON escapes C0 itself (RFC 8259, section 7).
    ///
    /// DEL, C1 and what reorders text would reach the terminal as they are;
    /// they can only stand within strings, so escaping them leaves the value as
    /// it is.
    private static func escapingControls(_ text: String) -> String {
        if text.utf8.allSatisfy({ $0 < 0x7F }) { return text }
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0x7F...0x9F, 0x061C, 0x2028...0x202E, 0x2066...0x2069:
                let digits = String(scalar.value, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
