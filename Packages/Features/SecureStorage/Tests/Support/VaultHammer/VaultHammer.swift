import CoreModels
import CryptographyOpenSSL
import Glibc
import PluginKit
import SecureStorageAPI
import SecureStorageClient

/// Uses a vault as hard as it can: `VaultHammer FOLDER MODE ID COUNT`.
///
/// What it prints is acknowledged: it was said only after the vault had said
/// so. It ends with 0 if everything was as it should be.
@main
struct VaultHammer {
    private let secrets: any SecretStore
    private let locks: any SecretLocking
    private let maintenance: any VaultMaintaining
    private let authenticating: any VaultAuthenticating
    private let folder: String

    static func main() async throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 5, let count = Int(arguments[4]) else { exit(2) }
        let hammer = try VaultHammer(folder: arguments[1])
        switch arguments[2] {
        case "mixed": try await hammer.mix(worker: arguments[3], count: count)
        case "write": try await hammer.writeForever(from: count)
        case "rotate": try await hammer.rotateForever()
        case "locked": try await hammer.incrementFile(count: count)
        case "authenticators": try await hammer.changeAuthenticatorsForever(arguments[3])
        case "hold": try await hammer.holdForever()
        default: exit(2)
        }
    }

    private init(folder: String) throws {
        let cryptography = try CryptographyPlugin.assemble(.init()).exports.cryptography
        let exports = try SecureStorageClientPlugin.assemble(.init(folder: folder, cryptography: cryptography)).exports
        secrets = exports.secrets
        locks = exports.locks
        maintenance = exports.maintenance
        authenticating = exports.authenticating
        self.folder = folder
    }

    private static let kind = SecretKind("hammer")

    /// Saves, reads and removes a secret of its own, and counts in one that all
    /// share.
    private func mix(worker: String, count: Int) async throws {
        let own = try SecretName(Self.kind, parsing: worker)
        let shared = try SecretName(Self.kind, parsing: "shared")
        for round in 1...count {
            let text = "\(worker) \(round)"
            try await secrets.save(Secret(text), as: own)
            let isRead = try await secrets.read(own).get()?.isEqual(to: Secret(text)) == true
            guard isRead else { exit(3) }
            if round % 7 == 0 {
                try await secrets.remove(own)
                guard try await secrets.read(own).get() == nil else { exit(4) }
            }
            try await secrets.update(shared) { stored in
                guard case .present(let secret) = stored else { return .save(Secret("1")) }
                return .save(Secret("\((secret.withText { $0.flatMap { Int($0) } } ?? 0) + 1)"))
            }
        }
    }

    /// Saves ever greater numbers, in turn under four names.
    private func writeForever(from first: Int) async throws {
        for number in first... {
            try await secrets.save(Secret("\(number)"), as: SecretName(Self.kind, parsing: "\(number % 4)"))
            say("\(number)")
        }
    }

    private func rotateForever() async throws {
        while true {
            try await maintenance.rotateKey()
            say("rotated")
        }
    }

    /// Sets authenticators up and removes them, in a vault that the pass phrase opens.
    private func changeAuthenticatorsForever(_ passphrase: String) async throws {
        while true {
            // Those of processes that were killed are in the way.
            for other in try await authenticating.authenticators().dropLast() {
                try await authenticating.removeAuthenticator(other.id)
            }
            let begun = try await authenticating.beginSetUp(with: Secret(passphrase))
            try await authenticating.finishSetUp(
                begun.id,
                as: NewAuthenticator(name: "one", credential: begun.salt, relyingParty: "essential.localhost"),
                giving: Secret([UInt8](repeating: 7, count: 32)))
            say("set up")
        }
    }

    /// Counts in a plain file, which only the lock protects.
    private func incrementFile(count: Int) async throws {
        let name = SecretName(Self.kind)
        for _ in 0..<count {
            try await locks.withLock(named: name) { () async throws(SecretStoreError) in
                let path = folder + ".count"
                let descriptor = unsafe open(path, O_RDWR | O_CREAT, 0o600)
                defer { close(descriptor) }
                var value = 0
                unsafe pread(descriptor, &value, 8, 0)
                await Task.yield()
                value += 1
                unsafe pwrite(descriptor, &value, 8, 0)
            }
        }
    }

    private func holdForever() async throws {
        try await locks.withLock(named: SecretName(Self.kind)) { () async throws(SecretStoreError) in
            say("held")
            while true { pause() }
        }
    }

    private func say(_ text: String) {
        let line = text + "\n"
        unsafe write(1, line, line.utf8.count)
    }
}
