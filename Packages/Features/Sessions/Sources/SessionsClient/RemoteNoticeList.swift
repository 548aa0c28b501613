import HTTPTransportAPI
import HTTPTypes
import SessionsAPI
import SessionsContract

/// Asks the server what happened to the account.
struct RemoteNoticeList: SecurityNoticeListing {
    /// Asks with the person's credentials.
    let server: ServerClient

    func notices() async throws(SessionManagingError) -> [KeptSecurityNotice] {
        let answer: ServerAnswer
        do throws(HTTPTransportError) {
            answer = try await server.get(SessionsPath.notices)
        } catch {
            throw SessionManagingError(error)
        }
        guard answer.status == .ok, let list = answer.decode(SecurityNoticesMessage.self) else {
            throw SessionManagingError(answer)
        }
        return list.items.map { KeptSecurityNotice($0) }
    }

    func markSeen(upTo id: Int) async throws(SessionManagingError) {
        let answer: ServerAnswer
        do throws(HTTPTransportError) {
            answer = try await server.post(SessionsPath.seenNotices, json: SeenNoticesMessage(id: id))
        } catch {
            throw SessionManagingError(error)
        }
        guard answer.status == .noContent else { throw SessionManagingError(answer) }
    }
}

extension KeptSecurityNotice {
    fileprivate init(_ message: SecurityNoticeMessage) {
        let event = SecurityEventMessage(
            at: message.at, sessionID: message.sessionID, isCurrent: message.current, reason: message.reason,
            reasons: message.reasons, device: message.device, location: message.location, place: message.place,
            wayIn: message.wayIn)
        self.init(
            id: message.id, SecurityNotice(event, SecurityEventName(rawValue: message.event), message.event),
            device: message.device?.known, location: DevicePlace(message.place, message.location),
            isSeen: message.seen,
            isSuspicious: message.suspicious)
    }
}
