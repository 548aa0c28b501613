import CoreModels
import FoundationEssentials

/// Writes a value as one line of JSON that is fit for a terminal too.
enum JSONText {
    /// The names of members are those of the properties, as the wire writes such
    /// names: `createdAt` is `created_at`.
    static func text(of value: any Encodable) throws -> String {
        let encoder = WireCoding.encoder()
        encoder.keyEncodingStrategy = .convertToSnakeCase
        var marks = 0
        // Marks without an end on one letter would be left out.
        return WireCoding.visible(String(decoding: try encoder.encode(value), as: UTF8.self)) { scalar in
            marks = VisibleText.isMark(scalar) ? marks + 1 : 0
            return marks > VisibleText.maximumMarks
        } + "\n"
    }
}
