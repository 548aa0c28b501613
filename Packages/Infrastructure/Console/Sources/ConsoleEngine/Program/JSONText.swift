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
    /// DEL, C1, what reorders text and marks without an end on one letter would
    /// reach the terminal as they are, or be left out; they can only stand within
    /// strings, so escaping them leaves the value as it is.
    private static func escapingControls(_ text: String) -> String {
        if text.utf8.allSatisfy({ $0 < 0x7F }) { return text }
        var result = "", marks = 0
        for scalar in text.unicodeScalars {
            marks = VisibleText.isMark(scalar) ? marks + 1 : 0
            switch scalar.value {
            case 0x7F...0x9F, 0x061C, 0x2028...0x202E, 0x2066...0x2069: result += escaped(scalar)
            case _ where marks > VisibleText.maximumMarks: result += escaped(scalar)
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
}
