import CryptographyAPI
import Dispatch
import FoundationEssentials
import PluginKit
import ServerKeysAPI

/// Derives a key per purpose from the secret in a file.
actor FileServerKeys: ServerKeyProviding, PluginService {
    private let file: KeyFile
    private let derivation: any KeyDerivation
    private var secret: (any SymmetricKey)?

    init(file: KeyFile, derivation: any KeyDerivation) {
        self.file = file
        self.derivation = derivation
    }

    /// A file that is damaged: one that isn't there is made, and who may read it
    /// may be mended before the start.
    func problems() async -> [any Error] {
        guard let error = await failure(), case .damaged = error else { return [] }
        return [error]
    }

    /// Also a file that can't be read; who else may read it the start mends.
    func rehearse() async -> StartRehearsal {
        guard let error = await failure() else { return StartRehearsal() }
        if case .unsafe = error { return StartRehearsal() }
        return StartRehearsal(problems: [error])
    }

    /// Why the file can't be read as it is; nil also if there is none.
    private func failure() async -> ServerKeyError? {
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async { [file] in
                do throws(ServerKeyError) {
                    _ = try file.load()
                    continuation.resume(returning: nil)
                } catch {
                    continuation.resume(returning: error)
                }
            }
        }
    }

    func start() async throws {
        _ = try await loadSecret()
    }

    func key(for purpose: ServerKeyPurpose) async throws(ServerKeyError) -> any SymmetricKey {
        let secret = try await loadSecret()
        do {
            return try derivation.deriveKey(
                from: secret, salt: Data(), info: Data("essential server key: \(purpose.name)".utf8), byteCount: 32)
        } catch {
            throw ServerKeyError(error)
        }
    }

    /// Two calls that come first may both read the file; they read the same.
    private func loadSecret() async throws(ServerKeyError) -> any SymmetricKey {
        if let secret { return secret }
        let loaded = await withCheckedContinuation { continuation in
            // Files block, so they are kept off the threads of the tasks.
            DispatchQueue.global().async { [file] in
                continuation.resume(returning: Result { () throws(ServerKeyError) in try file.loadOrCreate() })
            }
        }
        secret = try loaded.get()
        return try loaded.get()
    }
}
