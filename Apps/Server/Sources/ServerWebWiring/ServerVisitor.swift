import AccountsAPI
package import CoreModels
package import CryptographyAPI
package import HTTPServingAPI
import HTTPServingLoopback
import HTTPTransportAPI
package import Localization
import Locking
import LoginAPI
package import Presenting
import SecureStorageAPI
import TelemetryAPI

/// Somebody at a server in the same process, to see whether it lets people in.
package struct ServerVisitor: Sendable {
    private let client: BrowserClient

    /// - Parameters:
    ///   - responder: What answers for the server.
    ///   - folder: On whose disk what is sent is meanwhile.
    package init(of responder: any HTTPResponding, hashing: any Hashing, folder: String) throws {
        client = BrowserClient(
            MemoryVault(), device: nil,
            BrowserClient.Means(
                // Nothing leaves the process.
                address: try ServerAddress(parsing: "https://localhost/"), transport: LoopbackTransport(to: responder),
                hashing: hashing, folder: folder, logger: .disabled))
    }

    /// Signs in, and asks who that is with what it got.
    package func signIn(as address: EmailAddress, _ password: Secret) async throws(SignInFailure) -> User {
        do throws(LoginError) {
            _ = try await client.login.logIn(
                email: address.description, password: password, captcha: nil, since: nil)
        } catch {
            throw .refused(error.text)
        }
        do throws(AccountLoadingError) {
            return try await client.account.loadAccount()
        } catch {
            throw .refused(error.text)
        }
    }
}

/// Why a server that started lets nobody in.
package enum SignInFailure: PresentableError {
    /// What the server, or its client, says.
    case refused(LocalizedText)
    /// It took somebody for another.
    case notTheAccount

    /// The word `sign_in_failed`.
    package var code: String { "sign_in_failed" }
    /// It isn't the operator's mistake.
    package var nature: FailureNature { .fault }

    /// What happened.
    package var text: LocalizedText {
        let start = LocalizedText(
            en: "A server starts with it, and doesn't let an account in that was made for that.",
            es: "Un servidor arranca con ella y no deja entrar a una cuenta creada para ello.")
        return switch self {
        case .refused(let reason): start + reason
        case .notTheAccount: start
        }
    }
}

/// What a client keeps for as long as it is there.
private final class MemoryVault: SecretStore, SecretLocking {
    private let secrets = Locked<[SecretName: Secret]>([:])

    func read(_ name: SecretName) async -> StoredSecret { Self.stored(secrets.current[name]) }

    func save(_ secret: Secret, as name: SecretName) async throws(SecretStoreError) {
        secrets.withLock { $0[name] = secret }
    }

    func remove(_ name: SecretName) async throws(SecretStoreError) { secrets.withLock { $0[name] = nil } }

    func removeAll() async throws(SecretStoreError) { secrets.withLock { $0 = [:] } }

    func update<Value: Sendable>(
        _ name: SecretName, beside other: SecretName?,
        _ decide: @escaping @Sendable (StoredSecret, StoredSecret) -> (change: SecretChange, value: Value)
    ) async throws(SecretStoreError) -> Value {
        secrets.withLock { secrets in
            let decided = decide(Self.stored(secrets[name]), Self.stored(other.flatMap { secrets[$0] }))
            switch decided.change {
            case .keep: break
            case .save(let secret): secrets[name] = secret
            case .remove: secrets[name] = nil
            }
            return decided.value
        }
    }

    /// There is one visitor, who does one thing after another.
    func withLock<Value>(
        named name: SecretName, waitingAtMost limit: Duration?,
        _ body: () async throws(SecretStoreError) -> Value
    ) async throws(SecretStoreError) -> Value { try await body() }

    private static func stored(_ secret: Secret?) -> StoredSecret { secret.map { .present($0) } ?? .absent }
}
