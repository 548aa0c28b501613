import CoreModels
import FoundationEssentials

/// A record's place on disk: a keyed hash of its name (HMAC-SHA-256), so that
/// whoever sees the file can't even check a guess of the name.
struct RecordID: Hashable, Sendable {
    static let byteCount = 32

    /// The hash in base 16.
    let text: String

    init(_ code: Data) {
        text = code.hexadecimal
    }

    /// A place that isn't the hash of a name.
    init(place: StaticString) {
        text = "\(place)"
    }

    /// Writes the hash.
    func write(to bytes: UnsafeMutableRawBufferPointer) {
        var digits = text.utf8.makeIterator()
        for index in bytes.indices {
            guard let high = digits.next().flatMap(UInt8.init(hexadecimalDigit:)),
                let low = digits.next().flatMap(UInt8.init(hexadecimalDigit:))
            else { return }
            unsafe bytes[index] = high << 4 | low
        }
    }

    /// The ID that a file is named after, or nil for any other file.
    init?(fileName: some StringProtocol) {
        let isDigit = { (character: UInt8) in (48...57).contains(character) || (97...102).contains(character) }
        guard fileName.utf8.count == Self.byteCount * 2, fileName.utf8.allSatisfy(isDigit) else { return nil }
        text = String(fileName)
    }
}
