import ConsoleAPI
import FoundationEssentials
import Localization
import PasskeysAPI
import PasskeysDialogue
import SessionsPresentationAPI

extension ListName {
    /// The passkeys of the person.
    static let passkeys = ListName("passkeys", shownBy: "essential passkeys")
}

/// `essential passkeys …`: those that were made in a browser.
struct PasskeysCommands: Sendable {
    let passkeys: any PasskeyManaging
    let stepUp: StepUp

    private static let id = Parameter.argument("id", .row(of: .passkeys), summary: PasskeysTexts.idArgument)
    private static let name = Parameter<String>.argument("name", .name, summary: PasskeysTexts.nameArgument)
    private static let confirmed = Parameter.flag("yes", summary: PasskeysTexts.yesOption)

    /// All of them.
    var all: [Command] { [list, rename, remove] }

    private var list: Command {
        Command(
            "passkeys", summary: PasskeysTexts.listSummary, discussion: PasskeysTexts.listDiscussion, group: .account,
            examples: [CommandExample("essential passkeys", PasskeysTexts.listExample)]
        ) { _, terminal throws(CommandFailure) in
            try await shown(on: terminal, after: [])
        }
    }

    private var rename: Command {
        Command(
            "passkeys rename", summary: PasskeysTexts.renameSummary, group: .account,
            examples: [CommandExample("essential passkeys rename 1 \"My telephone\"", PasskeysTexts.renameExample)],
            parameters: [Self.id, Self.name] + StepUp.parameters
        ) { invocation, terminal throws(CommandFailure) in
            let id = try await passkey(invocation[Self.id], terminal)
            try await proved(invocation, terminal) { () async throws(PasskeyError) in
                _ = try await passkeys.rename(id, to: invocation[Self.name])
            }
            return try await shown(on: terminal, after: [.line(PasskeyWords.renamed, .success)])
        }
    }

    private var remove: Command {
        Command(
            "passkeys remove", summary: PasskeysTexts.removeSummary, discussion: PasskeysTexts.removeDiscussion,
            group: .account, examples: [CommandExample("essential passkeys remove 2", PasskeysTexts.removeExample)],
            parameters: [Self.id, Self.confirmed] + StepUp.parameters
        ) { invocation, terminal throws(CommandFailure) in
            let id = try await passkey(invocation[Self.id], terminal)
            let name = invocation[Self.confirmed] ? "" : try await name(of: id)
            guard
                try await terminal.agreement(
                    to: Self.confirmed, of: invocation, asking: PasskeysTexts.removeQuestion(name))
            else { return try await shown(on: terminal, after: [.line(PasskeysTexts.unchanged)]) }
            try await proved(invocation, terminal) { () async throws(PasskeyError) in try await passkeys.remove(id) }
            return try await shown(on: terminal, after: [.line(PasskeyWords.removed, .success)])
        }
    }

    /// Does something, and has the person prove once more who they are if it takes that.
    private func proved(
        _ invocation: Invocation, _ terminal: any Terminal, _ body: () async throws(PasskeyError) -> Void
    ) async throws(CommandFailure) {
        let isProved = try await stepUp.check(invocation, on: terminal)
        do throws(PasskeyError) {
            try await body()
        } catch {
            guard error == .notRecent, !isProved else { throw CommandFailure(presenting: error) }
            try await stepUp.prove(after: error, invocation, on: terminal)
            try await attempt(body)
        }
    }

    /// How the person calls a passkey: nobody is asked about one that isn't there.
    private func name(of id: UUID) async throws(CommandFailure) -> String {
        try await attempt { () async throws(PasskeyError) in
            guard let passkey = try await passkeys.passkeys().first(where: { $0.id == id }) else { throw .unknown }
            return passkey.name
        }
    }

    private func attempt<Value>(
        _ body: () async throws(PasskeyError) -> Value
    ) async throws(CommandFailure) -> Value {
        do throws(PasskeyError) {
            return try await body()
        } catch {
            throw CommandFailure(presenting: error)
        }
    }

    /// The passkey that somebody names by number or beginning.
    private func passkey(_ name: RowName, _ terminal: any Terminal) async throws(CommandFailure) -> UUID {
        try await terminal.identifier(name, in: .passkeys) { () async throws(CommandFailure) in
            try await attempt { () async throws(PasskeyError) in try await passkeys.passkeys() }.map(\.id)
        }
    }

    private func shown(on terminal: any Terminal, after blocks: [OutputBlock]) async throws(CommandFailure)
        -> CommandOutput
    {
        let all = try await attempt { () async throws(PasskeyError) in try await passkeys.passkeys() }
        terminal.remember(all.map(\.id), of: .passkeys)
        let table = OutputBlock.table(
            Table(columns: PasskeysTexts.columns, rows: all.map(PasskeysTexts.row), numberedFrom: 1))
        let copies = all.filter { $0.copySeenAt != nil }.flatMap { passkey in
            [OutputBlock.blank, .paragraph(StyledText(PasskeysTexts.copied(passkey.name), .warning))]
        }
        return CommandOutput(
            json: List(items: all.map(Item.init)),
            text: blocks + (all.isEmpty ? [.line(PasskeyWords.none), .line(PasskeysTexts.howToMake)] : [table]) + copies
        )
    }

    private struct List: Encodable, Sendable {
        let items: [Item]
    }

    /// A passkey as `--json` prints it, with the names of the wire.
    private struct Item: Encodable, Sendable {
        let id: String
        let name: String
        let madeAt: Date
        let usedAt: Date?
        let backedUp: Bool
        let copySeenAt: Date?

        init(_ passkey: Passkey) {
            id = passkey.id.uuidString.lowercased()
            name = passkey.name
            madeAt = passkey.madeAt
            usedAt = passkey.usedAt
            backedUp = passkey.isBackedUp
            copySeenAt = passkey.copySeenAt
        }
    }
}
