import CoreModels
import SQLStoreAPI
import SessionsServiceAPI

extension SessionDirectory: SessionOriginEnding {
    func endSessions(
        from origin: EndedOrigin, except kept: SessionID?, because reason: SessionEndReason,
        in transaction: any SQLWriting
    ) throws -> [UserID: [SessionID]] {
        for asker in gate.askers() { try asker.voidSteps(from: origin, in: transaction) }
        return try end(where: origin.condition + Self.others(than: kept), because: reason, in: transaction)
    }

    func announceEnd(of sessions: [UserID: [SessionID]], because reason: SessionEndReason) async {
        await announceEnd(sessions, because: reason)
    }
}
