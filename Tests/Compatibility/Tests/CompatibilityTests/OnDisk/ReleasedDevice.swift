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
        let file = folder.path(of: "passphrase")
        try Data((Self.passphrase + "\n").utf8).write(to: URL(filePath: file))
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file)
        return try SecureStorageClientPlugin.assemble(
            .init(
                folder: folder.path(of: "vault"), protection: protection,
                passphrases: SecureStorageClientPlugin.passphrases(fromFile: file), cryptography: .real())
        ).exports
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
