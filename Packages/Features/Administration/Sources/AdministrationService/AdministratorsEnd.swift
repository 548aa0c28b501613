import AccountsServiceAPI
import CoreModels
import FoundationEssentials
import SQLStoreAPI
import SecurityMetricsServiceAPI

/// Whoever gets into an account by its mail is no administrator by that: they are a person like any
/// other until they are invited anew, since reading somebody's mail is less than having been asked.
///
/// Another password in a session of who knew the one before changes nothing.
struct AdministratorsEnd: AccountObserving {
    let audit: @Sendable () -> [any AuditRecording]

    func record(_ event: AccountEvent, in transaction: any SQLWriting) throws {
        switch event {
        case .passwordReplaced(let user, in: nil), .returned(let user, _):
            guard try AdministratorRow.remove(user.id, in: transaction) else { return }
            for trail in audit() {
                try trail.record(AuditEvent(.administratorEnded, of: user.id), in: transaction)
            }
        case .deleted(let user): _ = try AdministratorRow.remove(user.id, in: transaction)
        case .created, .verified, .passwordReplaced, .addressReplaced, .recovered, .deletionBegun: break
        }
    }
}
