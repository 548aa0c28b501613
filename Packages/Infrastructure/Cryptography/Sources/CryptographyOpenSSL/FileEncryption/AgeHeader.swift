import CryptographyAPI
import FoundationEssentials

/// What stands before the content of an encrypted file: for each recipient the key of the file, encrypted
/// (https://c2sp.org/age, section “Header”).
struct AgeHeader {
    /// The key of the file, for one recipient.
    struct Stanza {
        /// The kind first.
        let arguments: [String]
        let body: Data
    }

    static let version = "age-encryption.org/v1"

    let stanzas: [Stanza]
    /// What the code authenticates.
    let authenticated: Data
    let code: Data
    /// How many bytes all of it takes.
    let byteCount: Int

    /// A hundred recipients take 10 KiB.
    private static let largest = 1 << 16
    private static let codeByteCount = 32
    private static let columns = 64

    /// What the code authenticates of a header with these stanzas.
    static func authenticated(_ stanzas: [Stanza]) -> Data {
        var text = version + "\n"
        for stanza in stanzas {
            text += "-> " + stanza.arguments.joined(separator: " ") + "\n"
            var body = base64(stanza.body)[...]
            // The last line is shorter than others; an empty one, if need be.
            while body.utf8.count >= columns {
                text += body.prefix(columns) + "\n"
                body = body.dropFirst(columns)
            }
            text += body + "\n"
        }
        return Data((text + "---").utf8)
    }

    /// The end of a header.
    static func end(_ code: Data) -> Data { Data(" \(base64(code))\n".utf8) }

    /// Reads what a file begins with; nil if there may be more of it.
    static func read(_ bytes: Data) throws(FileEncryptionError) -> AgeHeader? {
        var lines = Lines(rest: bytes.prefix(largest))
        let version = Array("\(version)\n".utf8)
        guard zip(bytes, version).allSatisfy(==) else { throw .malformedHeader }
        guard lines.next() != nil else { return nil }
        var stanzas: [Stanza] = []
        while let line = lines.next() {
            if line.starts(with: "---".utf8) {
                guard line.starts(with: "--- ".utf8), let code = data(line.dropFirst(4)), code.count == codeByteCount,
                    !stanzas.isEmpty, stanzas.count == 1 || !stanzas.contains(where: { $0.arguments[0] == "scrypt" })
                else { throw .malformedHeader }
                return AgeHeader(
                    stanzas: stanzas, authenticated: Data(bytes[bytes.startIndex..<line.startIndex + 3]), code: code,
                    byteCount: lines.rest.startIndex - bytes.startIndex)
            }
            guard let arguments = arguments(line) else { throw .malformedHeader }
            guard let body = try body(&lines) else { break }
            stanzas.append(Stanza(arguments: arguments, body: body))
        }
        guard bytes.count < largest else { throw .malformedHeader }
        return nil
    }

    private struct Lines {
        var rest: Data

        /// The next line without its end; nil if there is no end.
        mutating func next() -> Data? {
            guard let end = rest.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
            defer { rest = rest[(end + 1)...] }
            return rest[..<end]
        }
    }

    private static func arguments(_ line: Data) -> [String]? {
        guard line.starts(with: "-> ".utf8) else { return nil }
        let arguments = line.dropFirst(3).split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
        guard arguments.allSatisfy({ !$0.isEmpty && $0.allSatisfy { 0x21...0x7e ~= $0 } }) else { return nil }
        return arguments.map { String(decoding: $0, as: UTF8.self) }
    }

    /// nil if there may be more of it.
    private static func body(_ lines: inout Lines) throws(FileEncryptionError) -> Data? {
        var body = Data()
        while let line = lines.next() {
            guard line.count <= columns, let part = data(line) else { throw .malformedHeader }
            body += part
            if line.count < columns { return body }
        }
        return nil
    }

    // MARK: Base64 without padding (RFC 4648, section 4)

    static func base64(_ data: Data) -> String {
        String(data.base64EncodedString().prefix { $0 != "=" })
    }

    /// nil for anything but what ``base64(_:)`` writes.
    static func data(_ text: some Sequence<UInt8>) -> Data? {
        let text = String(decoding: Array(text), as: UTF8.self)
        let padding = String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
        guard let data = Data(base64Encoded: text + padding), base64(data) == text else { return nil }
        return data
    }
}
