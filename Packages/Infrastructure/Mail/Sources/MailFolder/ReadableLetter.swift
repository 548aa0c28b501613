import FoundationEssentials

/// A letter as people read it in a file.
///
/// On its way a letter is `quoted-printable`, which breaks links in two and
/// hides what isn't ASCII. In a file nothing needs that, and whoever copies a
/// link from it gets the whole link.
enum ReadableLetter {
    /// RFC 5322, section 2.1.1: no line is longer.
    private static let lineLimit = 998
    private static let encoding = "Content-Transfer-Encoding: quoted-printable"

    /// The letter, with each part decoded that stays the same letter then.
    static func data(of letter: Data) -> Data {
        guard let text = String(validating: letter, as: UTF8.self) else { return letter }
        let lines = text.split(separator: "\r\n", omittingEmptySubsequences: false)
        guard let boundary = boundary(in: lines) else { return letter }
        let parts = lines.split(omittingEmptySubsequences: false) { $0.hasPrefix("--\(boundary)") }
        let marks = lines.filter { $0.hasPrefix("--\(boundary)") }
        var result = parts.first.map { Array($0).map(String.init) } ?? []
        for (mark, part) in zip(marks, parts.dropFirst()) {
            result.append(String(mark))
            result += decoded(Array(part), boundary) ?? part.map(String.init)
        }
        return Data(result.joined(separator: "\r\n").utf8)
    }

    private static func boundary(in lines: [Substring]) -> String? {
        let head = lines.prefix { !$0.isEmpty }
        let line = head.first { $0.hasPrefix(" boundary=\"") && $0.hasSuffix("\"") }
        return line.map { String($0.dropFirst(" boundary=\"".count).dropLast()) }
    }

    /// A part without the encoding; nil if it isn't encoded, or if it would be
    /// another letter, or act on a terminal that shows it.
    private static func decoded(_ part: [Substring], _ boundary: String) -> [String]? {
        guard let field = part.firstIndex(where: { $0 == encoding }), let end = part.firstIndex(where: \.isEmpty),
            field < end, let text = decoded(part[(end + 1)...])
        else { return nil }
        let lines = text.split(separator: "\r\n", omittingEmptySubsequences: false).map(String.init)
        let isHarmless = lines.allSatisfy { line in
            line.utf8.count <= lineLimit && !line.hasPrefix("--\(boundary)")
                && line.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control || $0 == "\t" }
        }
        guard isHarmless else { return nil }
        var head = part[...end].map(String.init)
        head[field] = "Content-Transfer-Encoding: 8bit"
        return head + lines
    }

    /// RFC 2045, section 6.7.
    private static func decoded(_ lines: ArraySlice<Substring>) -> String? {
        var bytes: [UInt8] = []
        for (index, line) in zip(lines.indices, lines) {
            var rest = Array(line.utf8)[...]
            let goesOn = rest.last == UInt8(ascii: "=")
            if goesOn { rest.removeLast() }
            while let byte = rest.popFirst() {
                guard byte == UInt8(ascii: "=") else {
                    bytes.append(byte)
                    continue
                }
                guard rest.count >= 2, let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
                else { return nil }
                bytes.append(value)
                rest = rest.dropFirst(2)
            }
            if !goesOn, index < lines.index(before: lines.endIndex) { bytes += [0x0D, 0x0A] }
        }
        return String(validating: bytes, as: UTF8.self)
    }
}
