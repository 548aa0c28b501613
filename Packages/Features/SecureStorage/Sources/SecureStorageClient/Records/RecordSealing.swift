import FoundationEssentials
import SecureStorageAPI

/// Encrypts records and finds damage in them.
protocol RecordSealing: Sendable {
    /// Where the record of a name is.
    func id(of name: SecretName) throws(SecretStoreError) -> RecordID

    /// Encrypts a record for one place.
    func seal(_ record: Record, at id: RecordID) throws(SecretStoreError) -> SealedRecord

    /// What was found at a place, ready to be opened; nil if it isn't a record.
    func record(from bytes: Data, at id: RecordID) throws(SecretStoreError) -> SealedRecord?
}
