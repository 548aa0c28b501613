import CryptographyAPI
import CryptographyOpenSSL
import FoundationEssentials
import PluginKit
import SecureStorageAPI
import SecureStorageClient

/// A vault on disk, until the last reference goes.
final class BenchVault: Sendable {
    let cryptography: Cryptography
    let storage: SecureStorageClientPlugin.Exports
    private let folder: String

    init() throws {
        folder = FileManager.default.temporaryDirectory.path + "/bench-vault-\(UUID())"
        cryptography = try CryptographyPlugin.assemble(.init()).exports.cryptography
        storage = try SecureStorageClientPlugin.assemble(
            .init(
                folder: folder, cryptography: cryptography,
                // What was stored just now is read again each time; a session
                // usually is minutes old.
                now: { Date() + 60 })
        ).exports
    }

    deinit {
        try? FileManager.default.removeItem(atPath: folder)
    }
}
