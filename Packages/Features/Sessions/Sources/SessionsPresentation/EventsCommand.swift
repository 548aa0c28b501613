import ConsoleAPI
import CoreModels
import FoundationEssentials
import Localization
import SessionsAPI

/// `essential events`: tells what happens to the account until the session is
/// over or the person has seen enough.
struct EventsCommand: Sendable {
    let notices: any SecurityNoticeFollowing

    var command: Command {
        Command(
            "events", summary: EventsTexts.summary, discussion: EventsTexts.discussion, group: .account,
            examples: [
                CommandExample("essential events", EventsTexts.example),
                CommandExample("essential events --json", EventsTexts.jsonExample),
            ]
        ) { invocation, terminal throws(CommandFailure) in
            let hasKeys = terminal.capabilities(of: .output).isInteractive
            do throws(SessionManagingError) {
                try await notices.follow { news in
                    terminal.write(Self.blocks(of: invocation, news, hasKeys: hasKeys))
                    terminal.emit(Line(news))
                }
            } catch {
                throw CommandFailure(reading: error, places: [SessionsTexts.again("essential events")])
            }
            return CommandOutput(
                json: Ended(), text: [.line(EventsTexts.loggedOut, .warning), .line(SessionsTexts.logInHint)],
                exit: .notLoggedIn)
        }
    }

    private static func blocks(of invocation: Invocation, _ news: SecurityNews, hasKeys: Bool) -> [OutputBlock] {
        switch news {
        case .connected: return [.line(EventsTexts.connected(hasKeys: hasKeys), .faint)]
        case .disconnected(let reason, let pause):
            return [.line(StyledText(EventsTexts.disconnected(reason, pause), .faint))]
        case .notice(let notice):
            let time = StyledText(.moment(notice.happenedAt), .faint) + StyledText(verbatim: "  ", .faint)
            let line = OutputBlock.line(
                time + StyledText(EventsTexts.text(notice.kind), EventsTexts.style(notice.kind)))
            guard case .suspiciousAccess(let id?, _, _, _) = notice.kind else { return [line] }
            return [line, .paragraph(StyledText(SessionsTexts.suspicious(id, in: invocation)), indent: 2)]
        }
    }

    private struct Ended: Encodable, Sendable {
        let loggedIn = false
    }

    /// What happened as `--json` prints it, with the names of the wire.
    struct Line: Encodable, Sendable {
        let event: String
        var at: Date?
        var sessionID: SessionID?
        var current: Bool?
        var reason: String?
        var reasons: [String]?
        var device: String?
        var location: String?
        var place: PlaceItem?
        var wayIn: WayIn?
        /// Seconds until the connection is made again.
        var retryAfter: Double?

        struct WayIn: Encodable, Sendable {
            let way: String
            let change: String
            let provider: String?
        }

        init(_ news: SecurityNews) {
            switch news {
            case .connected: event = "ready"
            case .disconnected(_, let pause):
                event = "disconnected"
                retryAfter = pause / .seconds(1)
            case .notice(let notice):
                at = notice.happenedAt
                switch notice.kind {
                case .sessionEnded(let id, let isCurrent, let reason):
                    event = "session_ended"
                    (sessionID, current, self.reason) = (id, isCurrent, reason)
                case .emailVerified: event = "email_verified"
                case .passwordChanged: event = "password_changed"
                case .suspiciousAccess(let id, let device, let location, let reasons):
                    event = "suspicious_access"
                    (sessionID, self.device, self.reasons) = (id, device, reasons)
                    (self.location, place) = (location?.name.english, location.map(PlaceItem.init))
                case .wayInChanged(let way, let change, let provider):
                    event = "way_in_changed"
                    wayIn = WayIn(way: way, change: change, provider: provider)
                case .unknown(let word): event = word
                }
            }
        }
    }
}
