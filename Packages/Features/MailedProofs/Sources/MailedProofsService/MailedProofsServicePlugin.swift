import AccountsServiceAPI
public import CryptographyAPI
public import FoundationEssentials
import Localization
public import MailAPI
public import MailedProofsServiceAPI
public import PluginKit
public import SQLStoreAPI
public import SecurityMetricsServiceAPI
public import ServerKeysAPI

/// Installs links and codes that are mailed, and prove that somebody reads the
/// mail of an address.
public enum MailedProofsServicePlugin: Plugin {
    /// What mailed proofs need.
    public struct Dependencies: Sendable {
        /// Keeps the digests.
        public let database: any SQLDatabase
        /// Makes the proofs and their digests.
        public let cryptography: Cryptography
        /// Gives the keys of the digests.
        public let serverKeys: any ServerKeyProviding
        /// All kinds of proofs, asked once at the start.
        public let kinds: @Sendable () -> [MailedProofKind]
        /// Hands over the messages.
        public let mail: any MailSending
        /// The audit trail, from `AuditRecorders`.
        public let audit: @Sendable () -> [any AuditRecording]
        /// The present time.
        public let now: @Sendable () -> Date

        /// Creates the dependencies.
        public init(
            database: any SQLDatabase, cryptography: Cryptography, serverKeys: any ServerKeyProviding,
            mail: any MailSending, kinds: @escaping @Sendable () -> [MailedProofKind],
            audit: @escaping @Sendable () -> [any AuditRecording] = { [] }, now: @escaping @Sendable () -> Date
        ) {
            self.database = database
            self.cryptography = cryptography
            self.serverKeys = serverKeys
            self.mail = mail
            self.kinds = kinds
            self.audit = audit
            self.now = now
        }
    }

    /// What the plugin offers.
    public struct Exports: Sendable {
        /// Mails proofs and checks them.
        public let proofs: any MailedProving
    }

    /// The name `mailed-proofs`.
    public static let manifest = PluginManifest(
        id: "mailed-proofs",
        summary: LocalizedText(en: "Links and codes by mail", es: "Enlaces y códigos por correo"))

    /// Its tables, and what the audit trail has of them.
    public static let declarations = {
        var declared = Contributions()
        for kind in AuditKind.mailedProofs { declared.add(kind, to: AuditKinds.self) }
        return declared.and(migrations: ProofTable.migrations)
    }()

    /// Builds the proofs; the keys are loaded at the start.
    public static func assemble(_ dependencies: Dependencies) -> Assembly<Exports> {
        let cryptography = dependencies.cryptography
        let keys = ProofKeys(
            authentication: cryptography.authentication, keys: dependencies.serverKeys, kinds: dependencies.kinds)
        let desk = ProofDesk(
            database: dependencies.database, mail: dependencies.mail, random: cryptography.random,
            comparison: cryptography.comparison, keys: keys, audit: dependencies.audit, now: dependencies.now)
        var contributions = Contributions()
        contributions.add(ProofErasure(), to: AccountObservers.self)
        contributions.add(MailAllowance.sweep(dependencies.now), to: Sweeps.self)
        return Assembly(exports: Exports(proofs: desk), services: [keys], contributions: contributions)
    }
}
