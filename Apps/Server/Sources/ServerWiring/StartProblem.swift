import ConfigurationAPI
import ConsoleAPI
import FoundationEssentials
import Localization

/// Something that would keep the server from starting.
struct StartProblem {
    let failure: CommandFailure
    /// The keys of the configuration that it is about.
    let keys: Set<String>

    init(_ failure: CommandFailure, _ keys: Set<String>) {
        self.failure = failure
        self.keys = keys
    }

    /// What is wrong with what the configuration says.
    init(code: String = "invalid_configuration", _ message: LocalizedText, _ keys: Set<String>) {
        self.init(CommandFailure(exit: .usage, code: code, message: message), keys)
    }
}

extension CommandFailure {
    /// All that keeps the server from starting; there is at least one problem.
    ///
    /// - Parameter problems: Each is told in a line of its own.
    init(_ problems: [CommandFailure]) {
        let codes = Set(problems.map(\.code))
        self.init(
            exit: .usage, code: codes.count == 1 ? codes.first ?? "" : "cannot_start",
            message: LocalizedText(
                en: problems.map(\.message.english).joined(separator: "\n"),
                es: problems.map(\.message.spanish).joined(separator: "\n")))
    }
}
