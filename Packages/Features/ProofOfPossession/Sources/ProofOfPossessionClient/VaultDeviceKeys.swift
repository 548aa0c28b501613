import CoreModels
import CryptographyAPI
import Locking
import ProofOfPossessionAPI
import SecureStorageAPI
import TelemetryAPI

extension SecretKind {
    /// The key of this device.
    static let deviceKey = SecretKind("device-key")
}

/// Keeps the key of this device in the vault, and in memory once it is used.
final class VaultDeviceKeys: DeviceKeyKeeping, DeviceKeyRecognizing, VaultLockObserving {
    private static let name = SecretName(.deviceKey)

    private let secrets: any SecretReading & SecretWriting & SecretUpdating
    private let signatures: any SigningKeyMaking
    private let logger: Logger
    private let used = Locked<DeviceKey?>(nil)

    init(
        secrets: any SecretReading & SecretWriting & SecretUpdating, signatures: any SigningKeyMaking, logger: Logger
    ) {
        self.secrets = secrets
        self.signatures = signatures
        self.logger = logger
    }

    func prepareKey() async {
        do {
            let key = try used.current?.signingKey ?? signatures.makeSigningKey(.es256)
            let candidate = try key.exportPrivateKey()
            let signatures = signatures
            try await secrets.update(Self.name) { current in
                // One that can't be read is of no use to anybody.
                guard case .present(let secret) = current, (try? signatures.importPrivateKey(secret)) != nil else {
                    return .save(candidate)
                }
                return .keep
            }
        } catch {
            logger.warning("no key for the session", ["reason": "\(error)"])
        }
    }

    func thumbprint() async -> String? { await key()?.thumbprint }

    var secretName: SecretName { Self.name }

    func thumbprint(of stored: StoredSecret) -> String? { key(in: stored)?.thumbprint }

    private func key(in stored: StoredSecret) -> DeviceKey? {
        guard case .present(let secret) = stored else { return nil }
        return (try? signatures.importPrivateKey(secret)).flatMap { DeviceKey($0) }
    }

    func forgetKey(unlessStored session: SecretName?) async -> Bool {
        used.withLock { $0 = nil }
        do throws(SecretStoreError) {
            guard let session else {
                try await secrets.remove(Self.name)
                return true
            }
            // Without a key no vault is made.
            if case .absent = await secrets.read(Self.name) { return true }
            return try await secrets.update(Self.name, beside: session) { _, session in
                if case .present = session { (change: .keep, value: false) } else { (change: .remove, value: true) }
            }
        } catch {
            logger.warning("the key of the session could not be removed", ["reason": error.code])
            return false
        }
    }

    func vaultDidLock() async {
        used.withLock { $0 = nil }
    }

    /// The key as it was when it was used last; nil if there is none, or none
    /// that can be read.
    func key() async -> DeviceKey? {
        if let key = used.current { return key }
        return await currentKey()
    }

    /// The key as it is in the vault: another process may have made a new one.
    func currentKey() async -> DeviceKey? {
        let stored = await secrets.read(Self.name), key = key(in: stored)
        if case .unavailable(let error) = stored {
            logger.warning("the key of the session can't be read", ["reason": error.code])
            return nil
        }
        used.withLock { $0 = key }
        return key
    }
}
