import CryptographyAPI
import CryptographyTesting
public import KernelTesting
public import MailAPI
import MailedProofsService
public import MailedProofsServiceAPI
import PluginKit
public import SQLStoreAPI
public import SecurityMetricsServiceAPI
import ServerKeysAPI
import ServerKeysTesting

/// The real links and codes, over a database of the feature that is tested.
public struct RunningProofs: Sendable {
    /// The tables, which the database has to have.
    public static let migrations = ProofTable.migrations

    /// Another kind than that of the feature.
    public static let otherKind = MailedProofKind(
        "other", codeKey: ServerKeyPurpose("other.codes.1"), linkLifetime: .seconds(1_800),
        codeLifetime: .seconds(600))

    /// Mails proofs and checks them.
    public let proofs: any MailedProving
    private let services: [any PluginService]

    /// Creates proofs; they can be used when ``start()`` was called.
    ///
    /// - Parameters:
    ///   - mail: Gets the messages.
    ///   - kinds: Those of the feature.
    ///   - audit: The audit trail.
    ///   - date: The server's time of day.
    public init(
        database: any SQLDatabase, mail: any MailSending, kinds: @escaping @Sendable () -> [MailedProofKind],
        audit: @escaping @Sendable () -> [any AuditRecording] = { [] }, date: ManualDate
    ) throws {
        let assembly = MailedProofsServicePlugin.assemble(
            .init(
                database: database, cryptography: try Cryptography.real(), serverKeys: try InMemoryServerKeys(),
                mail: mail, kinds: { kinds() + [Self.otherKind] }, audit: audit, now: date.now))
        proofs = assembly.exports.proofs
        services = assembly.services
    }

    /// Loads the keys of all kinds.
    public func start() async throws {
        for service in services { try await service.start() }
    }
}
