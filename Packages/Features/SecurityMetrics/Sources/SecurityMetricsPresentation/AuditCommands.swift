import AtomicFiles
import ConsoleAPI
import CoreModels
import FoundationEssentials
import Localization
import Presenting
import SecurityMetricsAPI

/// `essential audit`, `audit export` and `audit accept`: whether the server's audit trail is the one that
/// this device saw.
struct AuditCommands: Sendable {
    let trail: any TrailKeeping
    /// The server whose trail it is.
    let server: String

    private static let file = Parameter<String>.argument("file", .file, summary: AuditTexts.fileArgument)
    private static let confirmed = Parameter.flag("yes", summary: AuditTexts.yesOption)

    var all: [Command] { [show, export, accept] }

    // MARK: Showing

    private struct Shown: Encodable, Sendable {
        let kept: KeptTrail
        /// Why the server couldn't be asked; nil if it was.
        let problem: String?

        private enum CodingKeys: CodingKey { case problem }

        func encode(to encoder: any Encoder) throws {
            try kept.encode(to: encoder)
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encodeIfPresent(problem, forKey: .problem)
        }
    }

    private var show: Command {
        Command(
            "audit", summary: AuditTexts.summary, discussion: AuditTexts.discussion, group: .account,
            examples: [CommandExample("essential audit", AuditTexts.example)]
        ) { invocation, _ throws(CommandFailure) in
            let kept = try await attempt { () async throws(TrailError) in try await trail.kept() }
            do throws(TrailError) {
                return Self.output(try await trail.ask(), nil, invocation)
            } catch {
                // What is kept can be looked at without a connection.
                guard kept.head != nil else { throw CommandFailure(presenting: error) }
                return Self.output(kept, error, invocation)
            }
        }
    }

    private static func output(_ kept: KeptTrail, _ problem: TrailError?, _ invocation: Invocation) -> CommandOutput {
        var text: [OutputBlock] = []
        if let evidence = kept.evidence {
            text += [
                .line(evidence.contradiction.text, .failure), .paragraph(StyledText(TrailContradiction.meaning)),
                .heading(AuditTexts.seen), fields(of: evidence.seen), .heading(AuditTexts.shown),
                fields(of: evidence.shown),
                .fields([OutputField(AuditTexts.found, StyledText(.moment(evidence.foundAt)))]), .blank,
                .line(AuditTexts.mayExport(invocation)), .line(AuditTexts.mayAccept(invocation)),
            ]
        } else if let head = kept.head {
            if problem == nil { text.append(.line(AuditTexts.goesOn, .success)) }
            text.append(fields(of: head))
            if let confirmed = kept.confirmedAt {
                text.append(.fields([OutputField(AuditTexts.confirmed, StyledText(.moment(confirmed)))]))
            }
        }
        if let problem { text.append(.paragraph(StyledText(problem.fullText, .warning))) }
        return CommandOutput(
            json: Shown(kept: kept, problem: problem?.code), text: text,
            exit: kept.evidence == nil ? .success : .failure)
    }

    private static func fields(of head: TrailHead) -> OutputBlock {
        .fields([
            OutputField(AuditTexts.events, verbatim: "\(head.size)"),
            OutputField(AuditTexts.root, verbatim: head.root), OutputField(AuditTexts.signed, verbatim: head.at),
            OutputField(AuditTexts.key, verbatim: head.key),
        ])
    }

    // MARK: Exporting

    /// What somebody else checks without this device and without the server.
    private struct Exported: Encodable, Sendable {
        let server: String
        let seen: TrailHead
        let shown: TrailHead?
        let contradiction: TrailContradiction?
        let consistency: [String]?
        let foundAt: Date?

        private enum CodingKeys: String, CodingKey {
            case server, seen, shown, contradiction, consistency
            case foundAt = "found_at"
        }

        init?(_ kept: KeptTrail, of server: String) {
            guard let seen = kept.evidence?.seen ?? kept.head else { return nil }
            self.server = server
            self.seen = seen
            shown = kept.evidence?.shown
            contradiction = kept.evidence?.contradiction
            consistency = kept.evidence?.consistency
            foundAt = kept.evidence?.foundAt
        }
    }

    private var export: Command {
        Command(
            "audit export", summary: AuditTexts.exportSummary, discussion: AuditTexts.exportDiscussion, group: .account,
            examples: [CommandExample("essential audit export evidence.json", AuditTexts.exportExample)],
            parameters: [Self.file]
        ) { invocation, _ throws(CommandFailure) in
            let kept = try await attempt { () async throws(TrailError) in try await trail.kept() }
            let encoder = WireCoding.encoder(), file = AtomicFile(path: invocation[Self.file])
            encoder.outputFormatting.insert(.prettyPrinted)
            guard let exported = Exported(kept, of: server), let content = try? encoder.encode(exported) else {
                throw AuditTexts.nothingKept
            }
            guard !file.exists else { throw AuditTexts.fileExists(file.path) }
            do throws(FileError) {
                try file.replace(with: content + Data("\n".utf8), durability: .power)
            } catch {
                throw CommandFailure(code: "file", message: error.text)
            }
            return CommandOutput(
                json: exported,
                .line(kept.evidence == nil ? AuditTexts.exportedHead : AuditTexts.exported, .success))
        }
    }

    // MARK: Accepting

    private var accept: Command {
        Command(
            "audit accept", summary: AuditTexts.acceptSummary, discussion: AuditTexts.acceptDiscussion, group: .account,
            examples: [CommandExample("essential audit accept", AuditTexts.acceptExample)],
            parameters: [Self.confirmed]
        ) { invocation, terminal throws(CommandFailure) in
            let kept = try await attempt { () async throws(TrailError) in try await trail.kept() }
            guard let evidence = kept.evidence else {
                return CommandOutput(json: kept, .line(AuditTexts.nothingFound))
            }
            if !invocation.isJSON { terminal.writeError(.line(evidence.contradiction.text, .warning)) }
            guard
                try await terminal.agreement(to: Self.confirmed, of: invocation, asking: AuditTexts.acceptQuestion)
            else { return CommandOutput(json: kept, .line(AuditTexts.unchanged)) }
            let accepted = try await attempt { () async throws(TrailError) in try await trail.accept(evidence) }
            // Another window may have accepted it, and found something new.
            if let other = accepted.evidence {
                return CommandOutput(json: accepted, text: [.line(other.contradiction.text, .failure)], exit: .failure)
            }
            return CommandOutput(json: accepted, .line(AuditTexts.accepted(evidence.contradiction), .success))
        }
    }

    private func attempt<Value>(
        _ body: () async throws(TrailError) -> Value
    ) async throws(CommandFailure) -> Value {
        do throws(TrailError) {
            return try await body()
        } catch {
            throw CommandFailure(presenting: error)
        }
    }
}
