package import CoreModels

/// What makes a name and a password acceptable, the same on both sides.
package enum RegistrationRules {
    /// How many characters a name may have.
    package static let maximumNameLength = 100
    /// How many characters a password must have (D7).
    package static let minimumPasswordLength = 8
    /// How many bytes a password may have; NIST SP 800-63B-4 asks for at least
    /// 64 characters, and the limit bounds the work of hashing.
    package static let maximumPasswordBytes = 1_024

    /// The name without white space around it; nil if it is empty.
    package static func trimmedName(_ name: String) -> String? {
        let scalars = name.unicodeScalars
        guard let first = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
            let last = scalars.lastIndex(where: { !$0.properties.isWhitespace })
        else { return nil }
        return String(String.UnicodeScalarView(scalars[first...last]))
    }

    /// Whether a trimmed name can be shown anywhere.
    package static func isAcceptableName(_ name: String) -> Bool {
        name.count <= maximumNameLength && name.utf8.count <= 4 * maximumNameLength
            && name.unicodeScalars.allSatisfy { scalar in
                switch scalar.properties.generalCategory {
                case .control, .lineSeparator, .paragraphSeparator: false
                default: true
                }
            }
    }

    /// How many characters a password has: code points count, as in NIST SP
    /// 800-63B-4. nil if the bytes aren't text.
    package static func passwordLength(_ password: Secret) -> Int? {
        password.withText { $0?.unicodeScalars.count }
    }
}
