/// Something in the repository that breaks a rule: which, where, and how to
/// mend it.
package struct Finding: Error, Hashable, Encodable, Sendable {
    package enum Severity: String, Encodable, Sendable {
        /// Fails the run.
        case error
        /// Is printed and changes nothing.
        case warning
    }

    /// The rule's name, such as `R5`.
    package let rule: String
    package let severity: Severity
    /// The file, relative to the root of the repository.
    package let file: String
    /// The line, from 1.
    package let line: Int
    /// What is wrong, as a sentence.
    package let message: String
    /// What to do about it, as a sentence.
    package let remedy: String

    package init(
        _ rule: String, _ severity: Severity = .error, file: String, line: Int = 1, message: String, remedy: String
    ) {
        self.rule = rule
        self.severity = severity
        self.file = file
        self.line = line
        self.message = message
        self.remedy = remedy
    }
}

extension Finding: CustomStringConvertible {
    /// One line, in the form that editors and continuous integration link.
    package var description: String { "\(file):\(line): \(severity.rawValue): [\(rule)] \(message) \(remedy)" }
}

extension Finding: Comparable {
    /// By place, then by rule.
    package static func < (one: Self, other: Self) -> Bool {
        (one.file, one.line, one.rule, one.message) < (other.file, other.line, other.rule, other.message)
    }
}
