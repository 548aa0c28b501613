import ConsoleAPI
import CoreModels
import FoundationEssentials
import Localization
import SessionsAPI
import SessionsDialogue
import SessionsPresentationAPI

/// `essential notices …`: what happened to the account lately.
struct NoticesCommands: Sendable {
    let list: any SecurityNoticeListing
    let stepUp: StepUp

    var all: [Command] { [show, markSeen] }

    private var show: Command {
        Command(
            "notices", summary: NoticesTexts.summary, discussion: NoticesTexts.discussion, group: .account,
            examples: [CommandExample("essential notices", NoticesTexts.example)]
        ) { invocation, _ throws(CommandFailure) in
            Self.output(of: invocation, try await notices("essential notices"), after: [])
        }
    }

    private var markSeen: Command {
        Command(
            "notices seen", summary: NoticesTexts.seenSummary, discussion: NoticesTexts.seenDiscussion, group: .account,
            examples: [CommandExample("essential notices seen", NoticesTexts.seenExample)],
            parameters: StepUp.parameters
        ) { invocation, terminal throws(CommandFailure) in
            let before = try await notices("essential notices seen")
            guard let latest = before.first, before.contains(where: { !$0.isSeen }) else {
                return Self.output(of: invocation, before, after: [.line(NoticesTexts.nothingNew)])
            }
            try await mark(latest.id, invocation, terminal)
            let marked = before.map { KeptSecurityNotice(seeing: $0) }
            return Self.output(of: invocation, marked, after: [.line(NoticesTexts.marked, .success)])
        }
    }

    private func mark(_ id: Int, _ invocation: Invocation, _ terminal: any Terminal) async throws(CommandFailure) {
        var isProved = try await stepUp.check(invocation, on: terminal)
        while true {
            do throws(SessionManagingError) {
                return try await list.markSeen(upTo: id)
            } catch {
                guard error == .notRecent, !isProved else {
                    throw CommandFailure(presenting: error, places: [SessionsTexts.again("essential notices seen")])
                }
                try await stepUp.prove(after: error, invocation, on: terminal)
                isProved = true
            }
        }
    }

    private func notices(_ line: String) async throws(CommandFailure) -> [KeptSecurityNotice] {
        do throws(SessionManagingError) {
            return try await list.notices()
        } catch {
            throw CommandFailure(reading: error, places: [SessionsTexts.again(line)])
        }
    }

    private static func output(
        of invocation: Invocation, _ notices: [KeptSecurityNotice], after blocks: [OutputBlock]
    ) -> CommandOutput {
        let none = notices.isEmpty && blocks.isEmpty ? [OutputBlock.line(NoticesTexts.none)] : []
        return CommandOutput(
            json: List(items: notices.map(Item.init)),
            text: blocks + none + notices.flatMap { self.blocks(of: invocation, $0) })
    }

    private static func blocks(of invocation: Invocation, _ kept: KeptSecurityNotice) -> [OutputBlock] {
        let kind = kept.notice.kind, style = kept.isSeen ? TextStyle.faint : EventsTexts.style(kind)
        let time = StyledText(.moment(kept.notice.happenedAt), .faint) + StyledText(verbatim: "  ", .faint)
        let new = kept.isSeen ? [] : [StyledText(NoticesTexts.new, .strong), StyledText(verbatim: "  ")]
        let line = new.reduce(time) { $0 + $1 } + StyledText(SecurityNoticeWords.headline(kind), style)
        let isKnown = kept.device != nil || kept.location != nil
        let details =
            isKnown
            ? [
                OutputBlock.paragraph(
                    StyledText(EventsTexts.whereabouts(kept.device, kept.location), .faint), indent: 2)
            ]
            : []
        guard kept.isSuspicious, case .suspiciousAccess(let id?, _, _, _) = kind else { return [.line(line)] + details }
        return [.line(line)] + details + [
            .paragraph(StyledText(SessionsTexts.suspicious(id, in: invocation)), indent: 2)
        ]
    }

    private struct List: Encodable, Sendable {
        let items: [Item]
    }

    /// A notice as `--json` prints it, with the names of the wire.
    private struct Item: Encodable, Sendable {
        private enum CodingKeys: String, CodingKey {
            case id, seen, suspicious, device, location, place
        }

        let kept: KeptSecurityNotice

        init(_ kept: KeptSecurityNotice) {
            self.kept = kept
        }

        func encode(to encoder: any Encoder) throws {
            try EventsCommand.Line(.notice(kept.notice)).encode(to: encoder)
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(kept.id, forKey: .id)
            try container.encode(kept.isSeen, forKey: .seen)
            try container.encode(kept.isSuspicious, forKey: .suspicious)
            try container.encodeIfPresent(kept.device, forKey: .device)
            try container.encodeIfPresent(kept.location?.name.english, forKey: .location)
            try container.encodeIfPresent(kept.location.map(PlaceItem.init), forKey: .place)
        }
    }
}

extension KeptSecurityNotice {
    /// The same, seen.
    fileprivate init(seeing kept: KeptSecurityNotice) {
        self.init(
            id: kept.id, kept.notice, device: kept.device, location: kept.location, isSeen: true,
            isSuspicious: kept.isSuspicious)
    }
}

/// What the commands of notices say.
private enum NoticesTexts {
    static let summary = LocalizedText(
        en: "What happened to your account lately", es: "Lo que ha ocurrido con tu cuenta")
    static let discussion = LocalizedText(
        en: """
            Sessions that ended, logins that aren't like you, a confirmed address, another password, ways in that \
            changed: the latest first, for as long as the server keeps it. essential events tells it as it happens.
            """,
        es: """
            Sesiones terminadas, inicios de sesión inusuales, una dirección confirmada, otra contraseña, formas de entrar \
            que cambiaron: lo último primero, mientras el servidor lo guarde. essential events lo cuenta según ocurre.
            """)
    static let example = LocalizedText(en: "look", es: "mira")
    static let seenSummary = LocalizedText(
        en: "Mark all of them as seen, on all your devices",
        es: "Los marca todos como vistos, en todos tus dispositivos")
    static let seenDiscussion = LocalizedText(
        en: "What happens after that is new again. Whether a login was yours is said by essential sessions confirm.",
        es:
            "Lo que ocurra después vuelve a ser nuevo. Si un inicio de sesión fue tuyo se dice con essential sessions confirm."
    )
    static let seenExample = LocalizedText(en: "after looking", es: "después de mirar")
    static let new = LocalizedText(en: "new", es: "nuevo")
    static let none = LocalizedText(
        en: "Nothing happened that you should know of.", es: "No ha ocurrido nada que debas saber.")
    static let nothingNew = LocalizedText(en: "There is nothing new.", es: "No hay nada nuevo.")
    static let marked = LocalizedText(en: "All of this counts as seen.", es: "Todo esto cuenta como visto.")
}
