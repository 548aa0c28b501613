import ConsoleAPI
import Localization

/// Whether a server could start as it is configured, and what of that wasn't looked at.
struct ConfigurationCheck {
    private let review: StartReview

    /// - Parameter review: A rehearsal.
    init(_ review: StartReview) {
        self.review = review
    }

    /// The command `config check`.
    static func command(_ loader: ServerConfigurationLoader) -> Command {
        Command(
            "config check", summary: ServerTexts.checkSummary, discussion: ServerTexts.checkDiscussion,
            examples: [
                CommandExample(
                    "essentiald config check --config /etc/essentiald/essentiald.json5", ServerTexts.checkExample)
            ]
        ) { _, _ throws(CommandFailure) in
            ConfigurationCheck(await StartReview(try loader.read(), of: loader, isRehearsal: true)).output
        }
    }

    private var output: CommandOutput {
        let isSound = review.problems.isEmpty
        var text = review.problems.map { OutputBlock.line($0.message, .failure) }
        if isSound { text.append(.line(ServerTexts.mayStart, .success)) }
        text += [.blank, .line(ServerTexts.unchecked, .faint)]
        text += review.unchecked.map { OutputBlock.line($0, .faint) }
        return CommandOutput(json: Report(review), text: text, exit: isSound ? .success : .failure)
    }

    private struct Report: Encodable, Sendable {
        struct Problem: Encodable, Sendable {
            let code: String
            let message: String
        }

        let problems: [Problem]
        let unchecked: [String]

        init(_ review: StartReview) {
            problems = review.problems.map { Problem(code: $0.code, message: $0.message.english) }
            unchecked = review.unchecked.map(\.english)
        }
    }
}
