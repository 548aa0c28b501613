import ConsoleAPI
import CoreModels
import FoundationEssentials
import Localization
import SessionsAPI
import SessionsPresentationAPI

/// `essential sessions …`: the devices on which the person is logged in.
struct SessionsCommands: Sendable {
    let management: any SessionManaging
    let stepUp: StepUp
    let now: @Sendable () -> Date

    private static let id = Parameter.argument("id", .row(of: .sessions), summary: SessionsTexts.idArgument)
    private static let confirmed = Parameter.flag("yes", summary: SessionsTexts.yesOption)

    /// All of them; the list goes by two names.
    var all: [Command] { [list("sessions"), list("sessions list"), end, endOthers, confirm] }

    private func list(_ name: String) -> Command {
        Command(
            name, summary: SessionsTexts.listSummary, discussion: SessionsTexts.listDiscussion, group: .account,
            examples: [CommandExample("essential \(name)", SessionsTexts.listExample)]
        ) { invocation, terminal throws(CommandFailure) in
            let sessions = try await attempt("essential \(name)", changing: false, invocation, terminal) {
                () async throws(SessionManagingError) in try await management.sessions()
            }
            return output(of: invocation, terminal, sessions, after: [])
        }
    }

    private var end: Command {
        Command(
            "sessions end", summary: SessionsTexts.endSummary, discussion: SessionsTexts.endDiscussion, group: .account,
            examples: [CommandExample("essential sessions end 2", SessionsTexts.endExample)],
            parameters: [Self.id, Self.confirmed] + StepUp.parameters
        ) { invocation, terminal throws(CommandFailure) in
            let id = try await session(invocation[Self.id], terminal)
            // Where nobody is asked they aren't listed either: a look that ends the session of this device leaves
            // nobody for whom the end of that one could wait. Without a connection they can't be listed.
            let sessions = terminal.hasPerson(of: invocation) ? try? await management.sessions() : nil
            let device = sessions?.first { $0.id == id }
            if let sessions, let device, !device.isCurrent {
                let wants = try await terminal.agreement(
                    to: Self.confirmed, of: invocation, asking: SessionsTexts.endQuestion(device))
                guard wants else {
                    return output(of: invocation, terminal, sessions, after: [.line(SessionsTexts.unchanged)])
                }
            }
            try await attempt("essential sessions end \(id)", invocation, terminal) {
                () async throws(SessionManagingError) in try await management.end(id)
            }
            return await outcome(
                of: invocation, terminal,
                [.line(SessionsTexts.ended(device), .success), .line(SessionsTexts.changePassword)])
        }
    }

    private var endOthers: Command {
        Command(
            "sessions end-others", summary: SessionsTexts.endOthersSummary,
            discussion: SessionsTexts.endOthersDiscussion, group: .account,
            examples: [
                CommandExample("essential sessions end-others", SessionsTexts.endOthersExample),
                CommandExample("essential sessions end-others --yes", SessionsTexts.scriptExample),
            ],
            parameters: [Self.confirmed] + StepUp.parameters
        ) { invocation, terminal throws(CommandFailure) in
            if let unchanged = try await refusal(invocation, terminal) { return unchanged }
            try await attempt("essential sessions end-others", invocation, terminal) {
                () async throws(SessionManagingError) in try await management.endOthers()
            }
            return await outcome(
                of: invocation, terminal,
                [.line(SessionsTexts.othersEnded, .success), .line(SessionsTexts.changePassword)])
        }
    }

    /// What there is to say if the others aren't to be ended: there are none, which
    /// nobody is asked about, or the person doesn't want it.
    private func refusal(
        _ invocation: Invocation, _ terminal: any Terminal
    ) async throws(CommandFailure) -> CommandOutput? {
        var sessions: DeviceList?
        if !invocation[Self.confirmed], terminal.hasPerson(of: invocation) {
            let own = try await attempt("essential sessions end-others", changing: false, invocation, terminal) {
                () async throws(SessionManagingError) in try await management.sessions()
            }
            guard own.contains(where: { !$0.isCurrent }) else {
                return output(of: invocation, terminal, own, after: [.line(SessionsTexts.othersEnded)])
            }
            sessions = own
        }
        let wants = try await terminal.agreement(
            to: Self.confirmed, of: invocation, asking: SessionsTexts.endOthersQuestion)
        if wants { return nil }
        let blocks: [OutputBlock] = [.line(SessionsTexts.unchanged)]
        guard let sessions else { return await outcome(of: invocation, terminal, blocks) }
        return output(of: invocation, terminal, sessions, after: blocks)
    }

    private var confirm: Command {
        Command(
            "sessions confirm", summary: SessionsTexts.confirmSummary, discussion: SessionsTexts.confirmDiscussion,
            group: .account,
            examples: [CommandExample("essential sessions confirm 2", SessionsTexts.confirmExample)],
            parameters: [Self.id] + StepUp.parameters
        ) { invocation, terminal throws(CommandFailure) in
            let id = try await session(invocation[Self.id], terminal)
            try await attempt("essential sessions confirm \(id)", invocation, terminal) {
                () async throws(SessionManagingError) in try await management.confirm(id)
            }
            return await outcome(of: invocation, terminal, [.line(SessionsTexts.confirmed, .success)])
        }
    }

    /// Does something that a person may want to try again: asks them on a
    /// terminal, else tells how.
    private func attempt<Value>(
        _ line: String, changing: Bool = true, _ invocation: Invocation, _ terminal: any Terminal,
        _ body: () async throws(SessionManagingError) -> Value
    ) async throws(CommandFailure) -> Value {
        var isProved = changing ? try await stepUp.check(invocation, on: terminal) : false
        while true {
            do throws(SessionManagingError) {
                return try await body()
            } catch {
                if error == .notRecent, !isProved {
                    try await stepUp.prove(after: error, invocation, on: terminal)
                    isProved = true
                    continue
                }
                let places = [SessionsTexts.again(line)]
                let failure =
                    changing
                    ? CommandFailure(presenting: error, places: places)
                    : CommandFailure(reading: error, places: places)
                guard error.isWorthRetrying, !invocation.isJSON,
                    try await terminal.wantsToTryAgain(after: error.text)
                else { throw failure }
            }
        }
    }

    /// What is left after a change; the change stands also when the list can't
    /// be had any more.
    private func outcome(
        of invocation: Invocation, _ terminal: any Terminal, _ blocks: [OutputBlock]
    ) async -> CommandOutput {
        guard let sessions = try? await management.sessions() else {
            return CommandOutput(json: List(), text: blocks)
        }
        return output(of: invocation, terminal, sessions, after: blocks)
    }

    /// The session that somebody names by number or beginning.
    private func session(_ name: RowName, _ terminal: any Terminal) async throws(CommandFailure) -> SessionID {
        SessionID(
            try await terminal.identifier(name, in: .sessions) { () async throws(CommandFailure) in
                // Where they can't be had, the server isn't asked for the change either.
                do throws(SessionManagingError) {
                    return try await management.sessions().map(\.id.uuid)
                } catch {
                    throw CommandFailure(reading: error, places: [SessionsTexts.again("essential sessions")])
                }
            })
    }

    private func output(
        of invocation: Invocation, _ terminal: any Terminal, _ sessions: DeviceList, after blocks: [OutputBlock]
    ) -> CommandOutput {
        let time = now()
        let rows = sessions.map { SessionsTexts.row($0, at: time) }
        let table = OutputBlock.table(Table(columns: SessionsTexts.columns, rows: rows, numberedFrom: 1))
        terminal.remember(sessions.map(\.id.uuid), of: .sessions)
        let warnings = sessions.filter(\.isSuspicious).flatMap { session in
            [OutputBlock.blank, .paragraph(StyledText(SessionsTexts.suspicious(session.id, in: invocation), .warning))]
        }
        let places = sessions.knowsPlaces == false ? [OutputBlock.line(SessionsTexts.placesUnknown, .faint)] : []
        return CommandOutput(json: List(sessions), text: blocks + [table] + places + warnings)
    }

    private struct List: Encodable, Sendable {
        var items: [Item]?
        var knowsPlaces: Bool?

        init(_ sessions: DeviceList? = nil) {
            items = sessions?.map(Item.init)
            knowsPlaces = sessions?.knowsPlaces
        }
    }

    /// A session as `--json` prints it, with the names of the wire.
    private struct Item: Encodable, Sendable {
        let id: SessionID
        let device: String
        let location: String
        var place: PlaceItem?
        let createdAt: Date
        let lastSeenAt: Date
        let current: Bool
        let suspicious: Bool

        init(_ session: DeviceSession) {
            id = session.id
            device = session.device ?? "unknown"
            location = session.location?.name.english ?? "unknown"
            place = session.location.map(PlaceItem.init)
            createdAt = session.createdAt
            lastSeenAt = session.lastSeenAt
            current = session.isCurrent
            suspicious = session.isSuspicious
        }
    }
}
