import CoreModels
import SQLStoreAPI
package import SessionsServiceAPI

extension OperatorActFollowing {
    /// Ends sessions, and has them count as those of a proved address.
    ///
    /// The devices of a person are told by the server, which finds the events.
    package static let sessions = OperatorActFollowing(SessionsMigrations.all) { act, user, now, db in
        let events = SecurityEvents(now: { now })
        switch act {
        case .endedAccess(let cause):
            // What an operator deletes is suspended until its day, and may come back: a device that hears of an
            // end for good would forget what waits on it.
            let reason = cause == .accountClosed ? .suspended : cause
            let ended = try SessionRow.end(where: "user_id = \(user)", because: reason, at: now, in: db)[user] ?? []
            try db.announceChange(of: ended)
            for id in ended { try events.record(.sessionEnded(id, because: reason), of: user, in: db) }
            return ended.count
        case .tookAddressAsProved:
            try db.announceChange(of: try SessionRow.markVerified(user, in: db))
            try events.record(.emailVerified, of: user, in: db)
            return 0
        case .released: return 0
        }
    }
}
