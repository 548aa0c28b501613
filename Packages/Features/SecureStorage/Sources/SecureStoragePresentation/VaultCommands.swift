import ConsoleAPI
import Localization
import SecureStorageAPI
import SecureStorageDialogue

/// `essential vault …`: looks after the vault.
struct VaultCommands: Sendable {
    let vault: any VaultMaintaining

    private static let protection = Parameter<VaultProtection>.required(
        "with", .choice(), summary: VaultTexts.protectionOption)
    private static let confirmed = Parameter.flag("yes", summary: VaultTexts.yesOption)

    /// All commands of the vault.
    var all: [Command] { [check, protect, rotate, clean, reset] }

    private var check: Command {
        Command(
            "vault check", summary: VaultTexts.checkSummary, discussion: VaultTexts.checkDiscussion,
            group: VaultTexts.group,
            examples: [CommandExample("essential vault check", VaultTexts.checkExample)]
        ) { _, _ throws(CommandFailure) in
            let damaged = try await attempt { () async throws(SecretStoreError) in try await vault.check() }
            let status = await vault.status()
            var text = [
                OutputBlock.line(
                    VaultWords.checked(status.recordCount, damaged: damaged.count),
                    damaged.isEmpty ? .success : .warning)
            ]
            text += damaged.map { .paragraph(StyledText(VaultWords.found($0))) }
            if !damaged.isEmpty {
                text.append(.paragraph(StyledText(VaultTexts.afterCheck(isListOnly: damaged.allSatisfy(\.isList)))))
            }
            return CommandOutput(
                json: Report(status, damaged: damaged), text: text, exit: damaged.isEmpty ? .success : .failure)
        }
    }

    private var protect: Command {
        Command(
            "vault protect", summary: VaultTexts.protectSummary, discussion: VaultTexts.protectDiscussion,
            group: VaultTexts.group,
            examples: [CommandExample("essential vault protect --with passphrase", VaultTexts.protectExample)],
            parameters: [Self.protection]
        ) { invocation, _ throws(CommandFailure) in
            let protection = invocation[Self.protection]
            try await attempt { () async throws(SecretStoreError) in try await vault.rotateKey(protectedBy: protection)
            }
            return CommandOutput(
                json: Report(await vault.status()), .line(VaultWords.protected(by: protection), .success))
        }
    }

    private var rotate: Command {
        Command(
            "vault rotate", summary: VaultTexts.rotateSummary, discussion: VaultTexts.rotateDiscussion,
            group: VaultTexts.group,
            examples: [CommandExample("essential vault rotate", VaultTexts.rotateExample)]
        ) { _, _ throws(CommandFailure) in
            guard await vault.status().exists else {
                return CommandOutput(json: Report(await vault.status()), .line(VaultTexts.nothingToRotate))
            }
            try await attempt { () async throws(SecretStoreError) in try await vault.rotateKey() }
            return CommandOutput(json: Report(await vault.status()), .line(VaultTexts.rotated, .success))
        }
    }

    private var clean: Command {
        Command(
            "vault clean", summary: VaultTexts.cleanSummary, discussion: VaultTexts.cleanDiscussion,
            group: VaultTexts.group,
            examples: [CommandExample("essential vault clean", VaultTexts.cleanExample)],
            parameters: [Self.confirmed]
        ) { invocation, terminal throws(CommandFailure) in
            guard
                try await terminal.agreement(
                    to: Self.confirmed, of: invocation, asking: VaultTexts.cleanQuestion)
            else { return CommandOutput(json: Report(await vault.status()), .line(VaultTexts.unchanged)) }
            try await attempt { () async throws(SecretStoreError) in try await vault.cleanUp() }
            return CommandOutput(json: Report(await vault.status()), .line(VaultWords.cleaned, .success))
        }
    }

    private var reset: Command {
        Command(
            "vault reset", summary: VaultTexts.resetSummary, discussion: VaultTexts.resetDiscussion,
            group: VaultTexts.group,
            examples: [CommandExample("essential vault reset", VaultTexts.resetExample)],
            parameters: [Self.confirmed]
        ) { invocation, terminal throws(CommandFailure) in
            if !invocation[Self.confirmed] {
                guard try await agrees(terminal) else { return CommandOutput(.line(VaultTexts.unchanged)) }
            }
            let place = try await attempt { () async throws(SecretStoreError) in try await vault.startOver() }
            return CommandOutput(json: Report(await vault.status()), .line(VaultTexts.started(over: place), .success))
        }
    }

    private func agrees(_ terminal: any Terminal) async throws(CommandFailure) -> Bool {
        do throws(TerminalError) {
            return try await terminal.confirm(VaultTexts.resetQuestion, suggestion: false)
        } catch {
            throw CommandFailure(error)
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

    private struct Report: Encodable, Sendable {
        let path: String
        let protection: String
        let records: Int
        let damaged: [String]

        init(_ status: VaultStatus, damaged: [SetAsideRecord] = []) {
            path = status.path
            protection = status.protection.rawValue
            records = status.recordCount
            self.damaged = damaged.map(\.id)
        }
    }
}
