import FoundationEssentials
import PasswordQuality

/// Makes packed lists of what others publish.
public enum PasswordListPacker {
    /// Packs a text file.
    ///
    /// A line is a password, or the SHA-1 of one in hexadecimal digits with or
    /// without how often it was seen (`…:37`), as Have I Been Pwned publishes
    /// them. Case doesn't matter of passwords; those that are too short anyway
    /// are left out. It takes 8 bytes of memory for each.
    ///
    /// - Parameters:
    ///   - minimumCount: How often a digest has to have been seen; those without
    ///     a number were.
    ///   - target: The packed list; one that is there is replaced.
    /// - Returns: How many passwords are on the list.
    @discardableResult
    public static func pack(
        _ source: String, minimumCount: Int = 1, to target: String
    ) throws(PasswordListError) -> Int {
        let text: Data
        do {
            text = try Data(contentsOf: URL(filePath: source), options: .alwaysMapped)
        } catch {
            throw .unreadable(source)
        }
        var digests: [UInt64] = []
        var rest = text[...]
        while !rest.isEmpty {
            let line = rest.prefix { $0 != UInt8(ascii: "\n") }
            if let digest = digest(ofLine: line, minimumCount) { digests.append(digest) }
            rest = rest.dropFirst(line.count + 1)
        }
        digests.sort()
        var file = PackedPasswordList.header, count = 0, last: UInt64?
        for digest in digests where digest != last {
            unsafe withUnsafeBytes(of: digest.bigEndian) { unsafe file.append(contentsOf: $0) }
            count += 1
            last = digest
        }
        do {
            try file.write(to: URL(filePath: target), options: .atomic)
        } catch {
            throw .unwritable(target)
        }
        return count
    }

    /// Nil of a line that isn't to be on the list.
    private static func digest(ofLine line: Data, _ minimumCount: Int) -> UInt64? {
        let line = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
        let parts = line.split(separator: UInt8(ascii: ":"), maxSplits: 1, omittingEmptySubsequences: false)
        if let hexadecimal = parts.first, hexadecimal.count == 40, hexadecimal.allSatisfy(isHexadecimalDigit) {
            let seen = parts.count > 1 ? Int(String(decoding: parts[1], as: UTF8.self)) : minimumCount
            if let seen {
                return seen < minimumCount
                    ? nil : UInt64(String(decoding: hexadecimal.prefix(16), as: UTF8.self), radix: 16)
            }
        }
        let password = PasswordRules.folded(String(decoding: line, as: UTF8.self))
        return PasswordRules.length(password) < PasswordRules.minimumLength
            ? nil : PasswordDigest.digest(of: password.utf8)
    }

    private static func isHexadecimalDigit(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
            UInt8(ascii: "A")...UInt8(ascii: "F"):
            true
        default: false
        }
    }
}
