import Localization
import SecureStorageAPI
import TelemetryAPI

/// Writes to the log what went wrong, without names and contents.
struct LoggingReporter: SecretStoreReporting {
    let logger: Logger

    func report(_ error: SecretStoreError, during operation: StoreOperation, of kind: SecretKind?) {
        let fields: LogFields = [
            "operation": operation.rawValue, "kind": kind?.id, "code": error.code, "reason": error.text.english,
        ]
        logger.log(error == .cancelled ? .debug : .error, "the store of secrets failed", fields)
    }

    func report(_ repair: VaultRepair) {
        logger.warning(
            "narrowed permissions that let others in; consider a new key",
            ["path": repair.path, "found_mode": String(repair.foundMode, radix: 8)])
    }
}
