import CoreModels
import FoundationEssentials
import HTTPTransportAPI
import KernelTesting
import Locking
import PluginKit
import SessionsAPI
import SessionsClient
import SessionsTesting

/// What the client of sessions makes of an answer.
extension ClientReplay {
    private var session: SessionID {
        let parts = fixture.request.path.split(separator: "/")
        return SessionID(parts.count > 2 ? parts[2] : "") ?? SessionID(UUID())
    }

    private var deviceSessions: DeviceSessionsClientPlugin.Exports {
        DeviceSessionsClientPlugin.assemble(
            .init(server: authorized, transport: bearer, sessions: store, lock: store, clock: ManualClock())
        ).exports
    }

    func listSessions() async -> [String: JSON] {
        do throws(SessionManagingError) {
            let items = try await deviceSessions.management.sessions()
            var told: [String: JSON] = ["outcome": .text("sessions"), "items": .list(items.map(\.told))]
            if let knowsPlaces = items.knowsPlaces { told["knows_places"] = .bool(knowsPlaces) }
            return told
        } catch {
            return error.told
        }
    }

    func endOtherSessions() async -> [String: JSON] {
        do throws(SessionManagingError) {
            try await deviceSessions.management.endOthers()
            return told("others_ended")
        } catch {
            return error.told
        }
    }

    func endSession() async -> [String: JSON] {
        do throws(SessionManagingError) {
            try await deviceSessions.management.end(session)
            return told("session_ended")
        } catch {
            return error.told
        }
    }

    func confirmSession() async -> [String: JSON] {
        do throws(SessionManagingError) {
            try await deviceSessions.management.confirm(session)
            return told("session_confirmed")
        } catch {
            return error.told
        }
    }

    func listNotices() async -> [String: JSON] {
        do throws(SessionManagingError) {
            let items = try await deviceSessions.noticeList.notices().map { kept -> JSON in
                .list([
                    .number(Double(kept.id)), SecurityNews.notice(kept.notice).told, .bool(kept.isSeen),
                    .bool(kept.isSuspicious),
                ])
            }
            return ["outcome": .text("notices"), "items": .list(items)]
        } catch {
            return error.told
        }
    }

    func markNoticesSeen() async -> [String: JSON] {
        do throws(SessionManagingError) {
            try await deviceSessions.noticeList.markSeen(upTo: 1)
            return told("notices_seen")
        } catch {
            return error.told
        }
    }

    func follow() async -> [String: JSON] {
        let heard = Locked<[JSON]>([])
        do throws(SessionManagingError) {
            try await deviceSessions.notices.follow { news in heard.withLock { $0.append(news.told) } }
            return ["outcome": .text("session_over"), "heard": .list(heard.current)]
        } catch {
            return error.told
        }
    }
}
