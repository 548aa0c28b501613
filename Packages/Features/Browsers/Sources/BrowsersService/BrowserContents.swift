import CoreModels
import SecureStorageAPI

/// The secrets that are kept for a browser.
struct BrowserContents: Sendable {
    /// They can't be read.
    struct Damaged: Error {}

    private(set) var secrets: [Name: Secret] = [:]

    /// A secret's name as it is kept.
    struct Name: Hashable, Sendable {
        let kind: String
        let label: [UInt8]

        init(_ name: SecretName) {
            kind = name.kind.id
            label = Array(name.label.utf8)
        }

        fileprivate init(kind: String, label: [UInt8]) {
            (self.kind, self.label) = (kind, label)
        }
    }

    /// The greatest number of bytes that a secret may have.
    static let limit = 1_024 * 1_024

    var isEmpty: Bool { secrets.isEmpty }

    init() {}

    subscript(_ name: SecretName) -> Secret? {
        get { secrets[Name(name)] }
        set { secrets[Name(name)] = newValue }
    }

    /// For each secret the lengths of kind, label and value, in four bytes each,
    /// the least significant first, and then these.
    var encoded: Secret {
        let entries = secrets.map { name, value in [Secret(name.kind), Secret(name.label), value] }
        let size = entries.joined().reduce(0) { $0 + 4 + $1.count }
        return unsafe Secret(byteCount: size) { room in
            var offset = 0
            func put(_ secret: Secret) {
                unsafe secret.withUnsafeBytes { bytes in
                    unsafe UnsafeMutableRawBufferPointer(rebasing: room[offset...]).copyBytes(from: bytes)
                }
                offset += secret.count
            }
            for entry in entries {
                for part in entry {
                    unsafe room.storeBytes(
                        of: UInt32(part.count).littleEndian, toByteOffset: offset, as: UInt32.self)
                    offset += 4
                }
                for part in entry { put(part) }
            }
        }
    }

    init(encoded: Secret) throws {
        try unsafe encoded.withUnsafeBytes { bytes in
            var offset = 0
            func take(_ count: Int) throws -> UnsafeRawBufferPointer {
                guard count <= bytes.count - offset else { throw Damaged() }
                defer { offset += count }
                return unsafe UnsafeRawBufferPointer(rebasing: bytes[offset..<(offset + count)])
            }
            func length() throws -> Int {
                Int(UInt32(littleEndian: unsafe try take(4).loadUnaligned(as: UInt32.self)))
            }
            while offset < bytes.count {
                let kind = try length(), label = try length(), value = try length()
                let name = unsafe Name(
                    kind: String(decoding: try take(kind), as: UTF8.self), label: Array(try take(label)))
                unsafe secrets[name] = Secret(try take(value))
            }
        }
    }
}
