import FoundationEssentials
public import Localization
public import PasswordQuality

/// Passwords that leaked, in a file of their digests.
///
/// The file is a header of 16 bytes and then, in ascending order, the first 8
/// bytes of each password's SHA-1. It is mapped, not read: a look-up touches
/// some thirty places of a list of a thousand million. Of the passwords that
/// aren't on such a list one in 10^10 is taken for one that is.
///
/// A file in use is replaced by another of the same name, never written to.
public struct PackedPasswordList: PasswordListing {
    static let header = Data("essential leaks1".utf8)
    private static let width = MemoryLayout<UInt64>.size

    private let file: Data

    /// How many passwords are on it.
    public var count: Int { (file.count - Self.header.count) / Self.width }

    /// Opens a list that ``PasswordListPacker`` made.
    public init(path: String) throws(PasswordListError) {
        do {
            file = try Data(contentsOf: URL(filePath: path), options: .alwaysMapped)
        } catch {
            throw .unreadable(path)
        }
        let length = file.count - Self.header.count
        guard file.starts(with: Self.header), length.isMultiple(of: Self.width) else { throw .malformed(path) }
    }

    /// Whether a password is on the list, as it is written.
    public func contains(_ password: String) -> Bool {
        let wanted = PasswordDigest.digest(of: password.utf8)
        return unsafe file.withUnsafeBytes { bytes in
            var range = 0..<count
            while let middle = range.isEmpty ? nil : range.lowerBound + range.count / 2 {
                let offset = Self.header.count + middle * Self.width
                let found = unsafe UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
                if found == wanted { return true }
                range = found < wanted ? (middle + 1)..<range.upperBound : range.lowerBound..<middle
            }
            return false
        }
    }
}

/// Why a list can't be made or used.
public enum PasswordListError: Error, Hashable, Sendable {
    /// The file can't be read.
    case unreadable(String)
    /// The file isn't a packed list.
    case malformed(String)
    /// The packed list can't be written.
    case unwritable(String)

    /// What happened, and what to do.
    public var text: LocalizedText {
        switch self {
        case .unreadable(let path):
            LocalizedText(
                en: "The list of passwords \(path) can't be read.",
                es: "La lista de contraseñas \(path) no se puede leer.")
        case .malformed(let path):
            LocalizedText(
                en: "\(path) is no packed list of passwords. Make one with: essentiald passwords pack",
                es: "\(path) no es una lista de contraseñas empaquetada. Crea una con: essentiald passwords pack")
        case .unwritable(let path):
            LocalizedText(
                en: "The list \(path) can't be written. What was there before is there still.",
                es: "La lista \(path) no se puede escribir. Lo que había sigue ahí.")
        }
    }
}

extension PasswordListError: CustomStringConvertible {
    /// What logs say.
    public var description: String { text.english }
}
