/// A word of the command line.
package struct Word: Hashable, Sendable {
    package let text: String
    /// Whether it stands after `--`, where nothing is an option.
    package let isLiteral: Bool

    package init(_ text: String, isLiteral: Bool = false) {
        self.text = text
        self.isLiteral = isLiteral
    }

    /// What a word looks like, before one knows which options there are.
    enum Form: Equatable {
        /// `--name` or `--name=value`.
        case long(name: String, value: String?)
        /// `-x`, `-xyz` or `-xvalue`.
        case short(Substring)
        /// Anything else; also `-` alone, and numbers below zero.
        case plain
    }

    var form: Form {
        guard !isLiteral, text.hasPrefix("-"), text.count > 1 else { return .plain }
        if text.hasPrefix("--") {
            let body = text.dropFirst(2)
            guard let equals = body.firstIndex(of: "=") else { return .long(name: String(body), value: nil) }
            let value = String(body[body.index(after: equals)...])
            return .long(name: String(body[..<equals]), value: value)
        }
        let body = text.dropFirst()
        let isNumber = body.first.map { $0.isASCII && $0.isNumber } ?? false
        return isNumber ? .plain : .short(body)
    }

    /// Whether the word can be the value of the option before it.
    ///
    /// One that starts with a dash can't: it has to be written
    /// `--option=-value`, so that what is an option never depends on which
    /// options exist.
    var canBeValue: Bool { isLiteral ? false : form == .plain }
}
