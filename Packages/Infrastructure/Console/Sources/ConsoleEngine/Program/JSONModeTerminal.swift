import ConsoleAPI
import CoreModels
import FoundationEssentials
import Localization

/// A terminal for commands that run with `--json`: it asks questions, but keeps
/// quiet on both streams, except for the objects that a command emits.
struct JSONModeTerminal: Terminal {
    let terminal: any Terminal

    var outputState: OutputState { terminal.outputState }

    func capabilities(of stream: TerminalStream) -> TerminalCapabilities { terminal.capabilities(of: stream) }
    func rows(of list: ListName) -> [UUID] { terminal.rows(of: list) }
    func knownRows(of list: ListName) -> [UUID] { terminal.knownRows(of: list) }
    /// Nobody has seen the list.
    func remember(_ rows: [UUID], of list: ListName) {}
    func write(_ blocks: [OutputBlock]) {}
    func writeBytes(_ bytes: Data) {}
    func writeError(_ blocks: [OutputBlock]) {}

    func emit(_ record: any Encodable & Sendable) {
        guard let text = try? JSONText.text(of: record) else { return }
        terminal.write([.preformatted(text)])
    }

    func prompt(_ question: LocalizedText, suggestion: String?) async throws(TerminalError) -> String {
        try await terminal.prompt(question, suggestion: suggestion)
    }

    func promptSecret(_ question: LocalizedText) async throws(TerminalError) -> Secret {
        try await terminal.promptSecret(question)
    }

    func confirm(_ question: LocalizedText, suggestion: Bool) async throws(TerminalError) -> Bool {
        try await terminal.confirm(question, suggestion: suggestion)
    }

    func readSecretLine() async throws(TerminalError) -> Secret { try await terminal.readSecretLine() }

    func progress(_ title: LocalizedText, unit: ProgressUnit) -> any ProgressReporting { SilentProgress() }
}

/// Progress that nobody sees.
package struct SilentProgress: ProgressReporting {
    package init() {}
    package func update(completed: Int64, total: Int64?) {}
    package func finish() {}
}
