package import ConsoleAPI
import Localization
import Presenting

/// Runs a program's command line, on any terminal.
package struct ProgramEngine: Sendable {
    package let program: ProgramDescription

    package init(_ program: ProgramDescription) {
        self.program = program
    }

    /// Reads what holds for every command.
    package func parse(_ arguments: [String], environment: [String: String]) -> GlobalLine {
        var parser = GlobalParser(program, environment: environment)
        return parser.parse(arguments)
    }

    /// Runs the command that the line calls, and prints what comes of it.
    ///
    /// - Parameter places: The words that the program has for next steps.
    package func run(
        _ line: GlobalLine, commands: [Command], places: [NextStepPlace], on terminal: any Terminal
    ) async -> ExitStatus {
        let catalog = CommandCatalog(program, commands)
        do {
            let output = try await output(of: line, catalog, terminal)
            return try print(output, line, places, terminal)
        } catch {
            return report(error, line, places: places, on: terminal)
        }
    }

    /// Tells of a failure, as text or as an object.
    package func report(
        _ failure: CommandFailure, _ line: GlobalLine, places: [NextStepPlace] = [], on terminal: any Terminal
    ) -> ExitStatus {
        // A reader who has seen enough is no failure, and nobody is listening.
        if terminal.outputState == .closed, failure.code == Self.outputFailureCode { return .success }
        let advice = failure.advice(places).map { concerning($0, line) }
        if line.isJSON {
            let object = ErrorDocument(failure, advice, in: line.language)
            terminal.writeError([.preformatted((try? JSONText.text(of: object)) ?? "{}\n")])
            return failure.exit
        }
        let name = StyledText(verbatim: "\(program.name): ", .failure)
        terminal.writeError([.paragraph(name + StyledText(failure.message))])
        if let advice { terminal.writeError([.paragraph(StyledText(advice), indent: 2)]) }
        return failure.exit
    }

    private func output(
        of line: GlobalLine, _ catalog: CommandCatalog, _ terminal: any Terminal
    ) async throws(CommandFailure) -> CommandOutput {
        if let unfinished = line.unfinished {
            let completer = Completer(catalog: catalog, line: line, unfinished: unfinished, terminal: terminal)
            return CommandOutput(.preformatted(unfinished.text(completer.offer())))
        }
        switch try call(line, catalog) {
        case .help(let path): return try HelpPage(catalog: catalog).output(for: path)
        case .version: return BuiltInCommands.versionOutput(program)
        case .command(let command, let invocation):
            let visible: any Terminal = line.isJSON ? JSONModeTerminal(terminal: terminal) : terminal
            return try await command.body(invocation, visible)
        }
    }

    private func call(_ line: GlobalLine, _ catalog: CommandCatalog) throws(CommandFailure) -> Call {
        let problems = CatalogCheck.problems(in: catalog)
        guard problems.isEmpty else {
            throw CommandFailure(
                code: "internal_error",
                message: LocalizedText(verbatim: problems.joined(separator: ". ") + "."))
        }
        return try CallResolver(catalog: catalog, line: line).resolve()
    }

    private func print(
        _ output: CommandOutput, _ line: GlobalLine, _ places: [NextStepPlace], _ terminal: any Terminal
    ) throws(CommandFailure) -> ExitStatus {
        if line.isJSON {
            do {
                terminal.write([.preformatted(try JSONText.text(of: output.json))])
            } catch {
                throw CommandFailure(
                    code: "internal_error", message: LocalizedText(verbatim: String(describing: error)))
            }
        } else {
            let steps = output.nextSteps.compactMap { step in places.first { $0.step == step }?.words }
            let text = output.text + steps.map { .line(concerning($0, line)) }
            if !text.isEmpty { terminal.write(text) }
        }
        switch terminal.outputState {
        case .open, .closed: return output.exit
        case .failed(let code): throw Self.outputFailure(code)
        }
    }

    /// A sentence that proposes calls of the program, about what this call is about.
    private func concerning(_ text: LocalizedText, _ line: GlobalLine) -> LocalizedText {
        func concerning(_ text: String) -> String {
            text.replacing(": \(program.name) ", with: ": \(program.name)\(line.context) ")
        }
        return LocalizedText(en: concerning(text.english), es: concerning(text.spanish))
    }

    private static let outputFailureCode = "output_failed"

    private static func outputFailure(_ code: Int32) -> CommandFailure {
        CommandFailure(
            code: outputFailureCode,
            message: LocalizedText(
                en: "The command did its work, and what it changed stays; but its output could not be written whole "
                    + "(error \(code)).",
                es: "La orden hizo su trabajo, y lo que cambió queda así; pero no se pudo escribir entera su salida "
                    + "(error \(code))."),
            hint: code == 28  // ENOSPC, the same number on every Linux.
                ? LocalizedText(
                    en: "The disk is full. Free some space, and look what is there before you repeat the command.",
                    es: "El disco está lleno. Libera espacio y mira qué hay antes de repetir la orden.")
                : LocalizedText(
                    en: "Send the output elsewhere, and look what is there before you repeat the command.",
                    es: "Envía la salida a otro sitio y mira qué hay antes de repetir la orden."))
    }
}

/// A failure as `--json` prints it.
struct ErrorDocument: Encodable {
    struct Details: Encodable {
        let code: String
        let message: String
        /// What else there is to know, and what can be done next; nil for nothing.
        let next: String?
        /// Nil where it isn't about the fields of a form.
        let errors: [Field]?
        /// True for what is kept on this device and done later; nil for what isn't.
        let waits: Bool?
    }

    struct Field: Encodable {
        let pointer: String
        let message: String
    }

    let error: Details

    init(_ failure: CommandFailure, _ advice: LocalizedText?, in language: Language) {
        let fields = failure.fields.map { Field(pointer: $0.pointer, message: $0.text.text(in: language)) }
        error = Details(
            code: failure.code, message: failure.message.text(in: language), next: advice?.text(in: language),
            errors: fields.isEmpty ? nil : fields, waits: failure.isWaiting ? true : nil)
    }
}
