import CoreModels
import CryptographyAPI
import CryptographyTesting
import FeedAPI
import FeedClient
import FoundationEssentials
import HTTPTransportAPI
import HTTPTransportTesting
import KernelTesting
import PluginKit
import SecureStorageAPI
import SecureStorageClient
import ServerTesting
import SessionsAPI
import SessionsClient

/// What a client keeps on a device: a session in the vault, and the feed.
struct ReleasedDevice {
    static let passphrase = "four green tea pots"
    /// When the feed was kept.
    static let time = Date(timeIntervalSince1970: 1_767_603_720)  // 2026-01-05 09:02:00 UTC

    let folder: TemporaryFolder

    /// Today's vault over the folder.
    ///
    /// - Parameter protection: What protects it if it has yet to be made.
    func vault(_ protection: VaultProtection = .keyFile) throws -> SecureStorageClientPlugin.Exports {
        try vault(protection, asking: passphrases())
    }

    /// Today's vault, for who knows the pass phrase or doesn't.
    func vault(
        _ protection: VaultProtection = .keyFile, asking passphrases: (any PassphraseProviding)?
    ) throws -> SecureStorageClientPlugin.Exports {
        try SecureStorageClientPlugin.assemble(
            .init(
                folder: folder.path(of: "vault"), protection: protection, passphrases: passphrases,
                cryptography: .real())
        ).exports
    }

    /// What the authenticator of a release knows its answer by.
    static let credential = Data(repeating: 0xC4, count: 32)
    /// What it computes.
    static let computed = Secret(Data(repeating: 0x5A, count: 32))

    /// Has an authenticator open the vault, beside its pass phrase.
    func setUpAuthenticator() async throws {
        let authenticating = try vault().authenticating
        let begun = try await authenticating.beginSetUp(with: Secret(Self.passphrase))
        try await authenticating.finishSetUp(
            begun.id,
            as: NewAuthenticator(name: "Stick", credential: Self.credential, relyingParty: "essential.localhost"),
            giving: Self.computed)
    }

    private func passphrases() throws -> any PassphraseProviding {
        let file = folder.path(of: "passphrase")
        try Data((Self.passphrase + "\n").utf8).write(to: URL(filePath: file))
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file)
        return SecureStorageClientPlugin.passphrases(fromFile: file)
    }

    /// Today's store of sessions over the vault.
    func sessions(_ protection: VaultProtection = .keyFile) throws -> any SessionStoring {
        let vault = try vault(protection)
        return SessionsClientPlugin.assemble(.init(secrets: vault.secrets, locks: vault.locks)).exports.store
    }

    /// Today's caches over the folder, an hour after the feed was kept.
    func feed(now: Date = Self.time.addingTimeInterval(3_600)) throws -> FeedClientPlugin.Exports {
        let transport = HTTPTransportStub(failure: .timedOut)
        let server = ServerClient(address: ServerAddress(ComposedServer.address)!, transport: transport)
        return FeedClientPlugin.assemble(
            .init(
                server: server, transport: transport, hashing: try Cryptography.real().hashing,
                cacheFolder: folder.path(of: "cache"), now: { now })
        ).exports
    }
}
