import Locking
import SecureStorageAPI

/// A vault with two records, and one that is set aside.
final class VaultStub: VaultMaintaining {
    /// How often it was checked.
    let checks = Locked(0)
    private let problem: SecretStoreError?

    init(problem: SecretStoreError? = nil) {
        self.problem = problem
    }

    func status() async -> VaultStatus {
        VaultStatus(
            path: "/vault", exists: true, protection: .keyFile, generation: 1, recordCount: 2, damagedCount: 1,
            problem: problem)
    }

    func check() async throws(SecretStoreError) -> [SetAsideRecord] {
        checks.withLock { $0 += 1 }
        return []
    }

    func setAsideRecords() async throws(SecretStoreError) -> [SetAsideRecord] { [] }
    func cleanUp() async throws(SecretStoreError) {}
    func rotateKey(protectedBy protection: VaultProtection?) async throws(SecretStoreError) {}
    func startOver() async throws(SecretStoreError) -> String? { nil }
}
