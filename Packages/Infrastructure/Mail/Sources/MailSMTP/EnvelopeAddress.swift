/// An address as it may be handed to libcurl.
///
/// The library puts it into `MAIL FROM` and `RCPT TO` as it is: a line break
/// would begin a command of its own, and an angle bracket would end the
/// address. `EmailAddress` holds none of them; this is the last look, at the
/// place where the harm would be done.
package struct EnvelopeAddress: Hashable, Sendable {
    /// The address.
    package let text: String

    /// Answers nil for a text with control characters, spaces or angle
    /// brackets, without exactly one `@` between two parts, or with more than
    /// 254 bytes (RFC 5321, section 4.5.3.1.3).
    package init?(_ text: String) {
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty }), text.utf8.count <= 254,
            text.unicodeScalars.allSatisfy(Self.isHarmless)
        else { return nil }
        self.text = text
    }

    private static func isHarmless(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .spaceSeparator, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned: false
        default: scalar != "<" && scalar != ">"
        }
    }
}
