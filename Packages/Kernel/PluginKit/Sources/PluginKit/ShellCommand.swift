/// A command as it is typed in a shell.
///
/// What is put into the text is one word of it, whatever it contains: names of files and rows are
/// other people's, and who copies a command runs it as it stands.
///
/// ```swift
/// let remedy: ShellCommand = "chmod 600 \(path)"
/// ```
public struct ShellCommand: Hashable, Sendable, ExpressibleByStringInterpolation {
    /// The text, in one line.
    public let text: String

    /// Takes a text as it is.
    public init(stringLiteral text: String) { self.text = text }

    /// Puts a text together.
    public init(stringInterpolation: Interpolation) { text = stringInterpolation.text }

    /// The same with further words at its end, each quoted where a shell needs it.
    public func adding(_ words: [String]) -> ShellCommand {
        ShellCommand(stringLiteral: ([text] + words.map(Self.quoted)).joined(separator: " "))
    }

    /// The parts of a text.
    public struct Interpolation: StringInterpolationProtocol, Sendable {
        fileprivate var text = ""

        /// Begins with nothing.
        public init(literalCapacity: Int, interpolationCount: Int) {}

        /// Adds what stands in the source.
        public mutating func appendLiteral(_ literal: String) { text += literal }

        /// Adds a word.
        public mutating func appendInterpolation(_ word: String) { text += ShellCommand.quoted(word) }

        /// Adds a number.
        public mutating func appendInterpolation(_ number: some BinaryInteger) { text += "\(number)" }
    }

    /// A word that a shell takes for that one (POSIX.1-2024, Shell Command Language, 2.2.2); one that would
    /// break the line has its bytes written out (2.2.4, dollar-single-quotes).
    private static func quoted(_ word: String) -> String {
        guard !word.utf8.contains(where: { $0 < 0x20 || $0 == 0x7f }) else {
            let bytes = word.utf8.map { byte in
                isPlain(byte) ? String(UnicodeScalar(byte)) : "\\" + octal(byte)
            }
            return "$'\(bytes.joined())'"
        }
        guard word.isEmpty || !word.utf8.allSatisfy(isPlain) else { return word }
        return "'\(word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#))'"
    }

    private static func octal(_ byte: UInt8) -> String {
        let digits = String(byte, radix: 8)
        return String(repeating: "0", count: 3 - digits.count) + digits
    }

    /// Whether a byte means nothing to a shell.
    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: "_@%+=:,./-".utf8.contains(byte)
        }
    }
}
