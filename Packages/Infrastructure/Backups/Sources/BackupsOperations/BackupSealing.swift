import CoreModels
import CryptographyAPI
import FoundationEssentials
import OperatingAPI
import ServerKeysAPI

/// How a server encrypts its backups: to public keys, so that it reads none of them itself.
///
/// Files are age's (age-encryption.org/v1). The digest of a picture would tell whoever sees the names which known
/// picture it is; it is covered by a code that only the server can compute, and that finds it again all the same.
struct BackupSealing: Sendable {
    /// How the names of encrypted files end.
    static let ending = ".age"
    private static let purpose = ServerKeyPurpose("backups.covers.1")

    let recipients: [FileRecipient]
    private let key: any SymmetricKey
    private let authentication: any MessageAuthenticating
    private let files: any FileEncryption

    /// - Throws: `ServerKeyError` where the server's key can't be read.
    init(
        to recipients: [FileRecipient], keys: any ServerKeyProviding, _ cryptography: Cryptography
    ) async throws {
        self.recipients = recipients.sorted { $0.text < $1.text }
        key = try await keys.key(for: Self.purpose)
        authentication = cryptography.authentication
        files = cryptography.files
    }

    /// What a file is called in place of its digest.
    ///
    /// The recipients are in it: a new one gets all files encrypted anew, since he couldn't read the others.
    func cover(of file: SharedFile) throws(CryptographyError) -> String {
        let text = ([file.label] + recipients.map(\.text)).joined(separator: "\n")
        return try authentication.authenticationCode(for: Data(text.utf8), using: key).hexadecimal
    }

    /// What encrypts one file.
    func cipher() throws(CryptographyError) -> any FileCiphering { try files.makeEncryption(to: recipients) }
}

/// What reads encrypted backups: private keys, which the server doesn't have.
struct BackupOpening: Sendable {
    private let identities: [FileIdentity]
    private let files: any FileEncryption

    /// Reads a file with private keys, as `backup key create` or age-keygen(1) writes it.
    ///
    /// - Throws: ``BackupError/keyUnusable(_:)``.
    init(keyFile path: String, _ cryptography: Cryptography) throws {
        let lines = try BackupKeyFile.lines(of: path)
        do throws(CryptographyError) {
            var identities: [FileIdentity] = []
            for line in lines { identities.append(try FileIdentity(line, keys: cryptography.keys)) }
            self.identities = identities
        } catch {
            throw BackupError.keyUnusable(path)
        }
        files = cryptography.files
    }

    /// What decrypts one file.
    func cipher() -> any FileCiphering { files.makeDecryption(with: identities) }
}
