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
        var text = review.problems.flatMap { problem in
            // One may be all that is wrong with a file, a line each.
            Self.lines(of: problem.message).flatMap { [OutputBlock.paragraph(StyledText($0, .failure)), .blank] }
        }
        if isSound { text += [.line(ServerTexts.mayStart, .success), .blank] }
        text.append(.line(ServerTexts.unchecked, .faint))
        text += review.unchecked.map { OutputBlock.paragraph(StyledText($0, .faint), indent: 2) }
        return CommandOutput(json: Report(review), text: text, exit: isSound ? .success : .failure)
    }

    /// The lines of a text, if it has as many in each language.
    private static func lines(of text: LocalizedText) -> [LocalizedText] {
        let english = text.english.split(separator: "\n"), spanish = text.spanish.split(separator: "\n")
        guard english.count == spanish.count else { return [text] }
        return zip(english, spanish).map { LocalizedText(en: String($0), es: String($1)) }
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
