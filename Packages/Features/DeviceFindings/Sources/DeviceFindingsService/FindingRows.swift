import CoreModels
import DeviceIntegrityAPI
import FoundationEssentials
import SQLStoreAPI
import SessionsServiceAPI

/// What the sessions told of themselves.
enum FindingRows {
    /// Adds one, unless the session has told of it before.
    ///
    /// - Returns: Whether it was added.
    static func insert(
        _ kind: IntegrityFinding.Kind, of session: AuthenticatedSession, at now: Date, in db: any SQLWriting
    ) throws -> Bool {
        try db.run(
            """
            INSERT INTO device_findings (session_id, kind, user_id, told_at)
            VALUES (\(session.sessionID), \(kind.rawValue), \(session.userID), \(now))
            ON CONFLICT (session_id, kind) DO NOTHING
            """
        ).rowsChanged > 0
    }
}

/// Forgets what sessions told of themselves with the sessions.
struct FindingsOfSessions: SessionObserving {
    func record(_ event: SessionEvent, in transaction: any SQLWriting) throws {
        guard case .ended(let sessions, _, _) = event else { return }
        for session in sessions { try transaction.run("DELETE FROM device_findings WHERE session_id = \(session)") }
    }
}
