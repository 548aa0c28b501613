import FoundationEssentials
import SecureStorageAPI

/// Encrypts records and finds damage in them.
protocol RecordSealing: Sendable {
    /// Where the record of a name is.
    func id(of name: SecretName) throws(SecretStoreError) -> RecordID

    /// Encrypts a record for one place.
    func seal(_ record: Record, at id: RecordID) throws(SecretStoreError) -> Data

    /// Decrypts what was found at a place.
    ///
    /// - Throws: What keeps it from telling; damage isn't thrown.
    func open(_ bytes: Data, at id: RecordID) throws(SecretStoreError) -> RecordOpening
}

/// What decrypting a record gave.
enum RecordOpening: Sendable {
    case opened(Record)
    case damaged(SetAsideRecord.Reason)
}
