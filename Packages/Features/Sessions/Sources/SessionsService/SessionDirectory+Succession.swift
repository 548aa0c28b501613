import CoreModels
import FoundationEssentials
import SQLStoreAPI
import SessionsServiceAPI
import TelemetryAPI

/// A device has one session at a time (SESS-21): what tells the device is the
/// key that it proves.
extension SessionDirectory {
    /// How much later one of two logins side by side may begin and still be the
    /// one whose answer the device keeps.
    private static let sideBySide: TimeInterval = 120

    /// Ends the sessions that a device had before, whosever they were, once the
    /// new one is used.
    ///
    /// Not when it begins: its answer may be lost, and the device would be left
    /// without any. Of logins side by side the one that is used last stays.
    /// What fails is tried again at the next use.
    func takePlace(of id: SessionID) async {
        do {
            let ended = try await database.write { db in
                guard let session = try SessionRow.find(id, in: db), !session.isInUse, !session.isEnded else {
                    return [UserID: [SessionID]]()
                }
                try SessionRow.markInUse(id, in: db)
                try db.announceChange(of: [id])
                guard let key = session.keyThumbprint else { return [:] }
                let lost = session.startedAt.addingTimeInterval(-Self.sideBySide)
                return try end(
                    where: """
                        key_thumbprint = \(key) AND id <> \(id) AND (is_in_use = \(true) OR started_at < \(lost))
                        """, because: .replaced, in: db)
            }
            await announceEnd(ended, because: .replaced)
        } catch {
            logger.failure(
                "a session could not take the place of the one before", ["reason": "\(SessionsError(error))"])
        }
    }
}
