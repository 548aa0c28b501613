import CoreModels
import CryptographyAPI
import DeferredWorkAPI
import FoundationEssentials
import SQLStoreAPI

/// Takes note of work in the database, and calls who does it.
struct WorkDesk: WorkDeferring {
    let database: any SQLDatabase
    let sealing: WorkSealing
    let random: any RandomSource
    let call: @Sendable () -> Void
    let now: @Sendable () -> Date

    func `defer`(_ details: Secret, for kind: DeferredWorkKind) async throws(DeferredWorkError) {
        do {
            let id = try random.uuid()
            let row = WorkTable.Row(
                id: id, kind: kind.name, sealedDetails: try await sealing.seal(details, id, kind.name),
                createdAt: now())
            try await database.write { db in try WorkTable.insert(row, in: db) }
        } catch let error as SQLError where error.code == .cancelled {
            throw .cancelled
        } catch {
            throw .unavailable(reason: "\(error)")
        }
        call()
    }
}
