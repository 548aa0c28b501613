/// How a text reads to whoever doesn't look closely: texts with the same skeleton are
/// taken for each other, whatever letters they are written with.
///
/// It is that of Unicode Technical Standard 39, section 4, regardless of case and of
/// compatibility forms (RFC 8266, section 2.4), and tells apart only what reads as
/// letters of the names that the program keeps for itself. It is for comparing and is
/// never shown.
struct Skeleton: Sendable {
    /// The letters, with the marks on them.
    let letters: String
    /// The letters without marks, with brackets around what stands in some.
    let bracketed: String

    /// The letters without marks.
    var plain: String { bracketed.filter { $0 != "(" && $0 != ")" } }

    init(of text: String) {
        var letters = String.UnicodeScalarView(), bracketed = String.UnicodeScalarView()
        for scalar in text.decomposedScalars {
            let read: String
            switch scalar.properties.generalCategory {
            case .nonspacingMark, .enclosingMark:
                letters.append(scalar)
                continue
            case .openPunctuation: read = "("
            case .closePunctuation: read = ")"
            default: read = Self.reading(of: scalar)
            }
            bracketed.append(contentsOf: read.unicodeScalars)
            letters.append(contentsOf: read.unicodeScalars.filter { $0 != "(" && $0 != ")" })
        }
        self.letters = String(letters)
        self.bracketed = String(bracketed)
    }

    /// Whether one would see dashes, and nothing else.
    static func isDash(_ text: String) -> Bool {
        text.unicodeScalars.allSatisfy { scalar in
            scalar.properties.isWhitespace || scalar.properties.isDefaultIgnorableCodePoint
                || scalar.properties.generalCategory == .dashPunctuation || lookalikes[scalar] == "-"
        }
    }

    /// Only letters and digits are read, and what looks like some.
    private static func reading(of scalar: Unicode.Scalar) -> String {
        if let known = lookalikes[scalar] { return known == "-" ? "" : known }
        let properties = scalar.properties
        return properties.isAlphabetic || properties.numericType != nil ? properties.lowercaseMapping : ""
    }

    private static let lookalikes: [Unicode.Scalar: String] = {
        var readings: [Unicode.Scalar: String] = [:]
        for line in LetterData.lookalikes.description.split(separator: "\n") {
            let words = line.split(separator: " ")
            guard let reading = words.first else { continue }
            for number in words.dropFirst() {
                guard let scalar = UInt32(number, radix: 16).flatMap(Unicode.Scalar.init) else { continue }
                readings[scalar] = String(reading)
            }
        }
        return readings
    }()
}
