/// Text made fit for a terminal: whatever could act on the screen is made visible.
///
/// Control characters (C0, DEL, C1) could move the cursor, change colours or
/// answer for the person; those that override the direction of text could make
/// one thing read as another (Unicode Technical Report 36, section 2.5). Marks
/// without an end on one letter would cover the lines around it: of those that
/// follow each other, four are shown (Unicode Technical Standard 39, section 5.4).
package enum VisibleText {
    /// One line: line breaks and tabs become spaces.
    package static func line(_ text: String) -> String {
        escaping(text) { scalar in isBreak(scalar) || scalar == "\t" ? " " : nil }
    }

    /// The lines of text, each fit for the terminal; a tab becomes a space.
    package static func lines(_ text: String) -> [String] {
        text.split(omittingEmptySubsequences: false) { $0.isNewline }.map { line(String($0)) }
    }

    /// Text that keeps its line feeds and tabs.
    package static func preformatted(_ text: String) -> String {
        escaping(text) { scalar in scalar == "\n" || scalar == "\t" ? String(scalar) : nil }
    }

    private static func escaping(_ text: String, keeping kept: (Unicode.Scalar) -> String?) -> String {
        if text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return text }
        var result = ""
        var previous: Unicode.Scalar?
        var marks = 0
        for scalar in text.unicodeScalars {
            defer { previous = scalar }
            marks = isMark(scalar) ? marks + 1 : 0
            if marks > maximumMarks { continue }
            if scalar == "\n", previous == "\r", kept("\r") != nil { continue }
            if let replacement = kept(scalar) {
                result += replacement
            } else if isDangerous(scalar) {
                result += "\\u{" + String(scalar.value, radix: 16) + "}"
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    static let maximumMarks = 4

    static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        guard scalar.value >= 0x300 else { return false }
        return switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .spacingMark: true
        default: false
        }
    }

    private static func isBreak(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x0A...0x0D, 0x85, 0x2028, 0x2029: true
        default: false
        }
    }

    private static func isDangerous(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7F...0x9F, 0x2028, 0x2029: true
        // Marks, embeddings, overrides and isolates that reorder text.
        case 0x061C, 0x202A...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}
