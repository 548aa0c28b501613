import ConsoleAPI
import FoundationEssentials
import Localization
import SecureStorageAPI

extension ListName {
    /// The authenticators that open the vault.
    static let authenticators = ListName("vault-authenticators", shownBy: "essential vault authenticators")
}

/// `essential vault authenticators …`: those that were set up in `essential app`, since no
/// terminal can ask one.
struct AuthenticatorCommands: Sendable {
    let authenticating: any VaultAuthenticating

    private static let id = Parameter.argument(
        "id", .row(of: .authenticators), summary: AuthenticatorCommandTexts.idArgument)
    private static let confirmed = Parameter.flag("yes", summary: VaultTexts.yesOption)

    /// All of them.
    var all: [Command] { [list, remove] }

    private var list: Command {
        Command(
            "vault authenticators", summary: AuthenticatorCommandTexts.listSummary,
            discussion: AuthenticatorCommandTexts.listDiscussion, group: VaultTexts.group,
            examples: [
                CommandExample("essential vault authenticators", AuthenticatorCommandTexts.listExample)
            ]
        ) { _, terminal throws(CommandFailure) in
            try await shown(on: terminal, after: [])
        }
    }

    private var remove: Command {
        Command(
            "vault authenticators remove", summary: AuthenticatorCommandTexts.removeSummary,
            discussion: AuthenticatorCommandTexts.removeDiscussion, group: VaultTexts.group,
            examples: [
                CommandExample("essential vault authenticators remove 1", AuthenticatorCommandTexts.removeExample)
            ],
            parameters: [Self.id, Self.confirmed]
        ) { invocation, terminal throws(CommandFailure) in
            let id = try await terminal.identifier(invocation[Self.id], in: .authenticators) {
                () async throws(CommandFailure) in
                try await attempt { () async throws(SecretStoreError) in try await authenticating.authenticators() }
                    .map(\.id)
            }
            guard
                try await terminal.agreement(
                    to: Self.confirmed, of: invocation, asking: AuthenticatorCommandTexts.removeQuestion)
            else { return try await shown(on: terminal, after: [.line(VaultTexts.unchanged)]) }
            try await attempt { () async throws(SecretStoreError) in
                try await authenticating.removeAuthenticator(id)
            }
            return try await shown(on: terminal, after: [.line(AuthenticatorCommandTexts.removed, .success)])
        }
    }

    private func attempt<Value>(
        _ body: () async throws(SecretStoreError) -> Value
    ) async throws(CommandFailure) -> Value {
        do throws(SecretStoreError) {
            return try await body()
        } catch {
            throw CommandFailure(presenting: error)
        }
    }

    private func shown(
        on terminal: any Terminal, after blocks: [OutputBlock]
    ) async throws(CommandFailure) -> CommandOutput {
        let all = try await attempt { () async throws(SecretStoreError) in
            try await authenticating.authenticators()
        }
        terminal.remember(all.map(\.id), of: .authenticators)
        let table = OutputBlock.table(
            Table(
                columns: AuthenticatorCommandTexts.columns, rows: all.map(AuthenticatorCommandTexts.row),
                numberedFrom: 1))
        return CommandOutput(
            json: List(items: all.map(Item.init)),
            text: blocks + (all.isEmpty ? [.line(AuthenticatorCommandTexts.none)] : [table]))
    }

    private struct List: Encodable, Sendable {
        let items: [Item]
    }

    private struct Item: Encodable, Sendable {
        let id: String
        let name: String
        let madeAt: Date
        let void: Bool

        init(_ authenticator: VaultAuthenticator) {
            id = authenticator.id.uuidString.lowercased()
            name = authenticator.name
            madeAt = authenticator.madeAt
            void = authenticator.isVoid
        }
    }
}
