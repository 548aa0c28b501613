import Locking
import SecureStorageAPI
import SecureStorageClient

/// Records what it is told.
final class ReporterSpy: SecretStoreReporting {
    struct Failure: Equatable {
        let error: SecretStoreError
        let operation: StoreOperation
        let kind: String?
    }

    private let state = Locked<(failures: [Failure], repairs: [VaultRepair])>(([], []))

    var failures: [Failure] { state.withLock { $0.failures } }
    var repairs: [VaultRepair] { state.withLock { $0.repairs } }

    func report(_ error: SecretStoreError, during operation: StoreOperation, of kind: SecretKind?) {
        state.withLock { $0.failures.append(Failure(error: error, operation: operation, kind: kind?.id)) }
    }

    func report(_ repair: VaultRepair) {
        state.withLock { $0.repairs.append(repair) }
    }
}
