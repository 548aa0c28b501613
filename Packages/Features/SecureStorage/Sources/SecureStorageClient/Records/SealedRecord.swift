import CryptographyAPI
import FoundationEssentials
import Glibc
import SecureStorageAPI

/// A record as it is on disk, with what opens it.
struct SealedRecord: Sendable {
    /// The version that it says it has, which isn't to be believed before it is
    /// opened.
    let version: UInt64
    let box: SealedBox
    let key: any SymmetricKey
    let associatedData: Data
    let encryption: any AuthenticatedEncryption

    /// The number of bytes that it has on disk.
    var byteCount: Int { RecordSealer.headerByteCount + box.combined.count }

    /// As it is on disk.
    var bytes: Data { RecordSealer.header(version: version) + box.combined }

    /// Copies it, as it is on disk, to memory with room for it.
    func copy(to bytes: UnsafeMutableRawBufferPointer) {
        let header = RecordSealer.header(version: version)
        unsafe header.withUnsafeBytes { unsafe bytes.copyMemory(from: $0) }
        unsafe box.combined.withUnsafeBytes {
            unsafe UnsafeMutableRawBufferPointer(rebasing: bytes[header.count...]).copyMemory(from: $0)
        }
    }

    /// Opens it, in memory that is wiped.
    ///
    /// - Throws: What keeps it from telling; damage isn't thrown.
    func open() throws(CryptographyError) -> RecordOpening {
        // What fits is on the stack.
        let result = unsafe withUnsafeTemporaryAllocation(byteCount: box.plaintextByteCount, alignment: 16) { text in
            defer { if let base = text.baseAddress { unsafe explicit_bzero(base, text.count) } }
            return Result { () throws(CryptographyError) in
                try unsafe encryption.open(box, into: text, using: key, authenticating: associatedData)
                return unsafe RecordText.decode(UnsafeRawBufferPointer(text), version: version)
            }
        }
        switch result {
        case .success(let record?): return .opened(record)
        case .success(nil): return .damaged(.malformed)
        case .failure(.authenticationFailed): return .damaged(.notAuthentic)
        case .failure(let error): throw error
        }
    }
}

/// What decrypting a record gave.
enum RecordOpening: Sendable {
    case opened(Record)
    case damaged(SetAsideRecord.Reason)
}
