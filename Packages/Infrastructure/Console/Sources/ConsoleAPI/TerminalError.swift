import Localization

/// Why a question got no answer.
public enum TerminalError: Error, Hashable, Sendable {
    /// There is no terminal, so nobody to ask.
    case noTerminal
    /// The input ended before an answer came.
    case endOfInput
    /// The person interrupted the question, or the task was cancelled.
    case interrupted
    /// The answer has more bytes than allowed.
    case tooLong(limit: Int)
    /// The answer isn't UTF-8 text.
    case invalidText
    /// The system refused, with its `errno`.
    case system(code: Int32)
}

extension CommandFailure {
    /// Makes a failure of a question that got no answer.
    ///
    /// - Parameter parameter: What could have been given instead; nil if nothing
    ///   could.
    public init(_ error: TerminalError, insteadOf parameter: ParameterDefinition? = nil) {
        switch error {
        case .noTerminal:
            self.init(
                exit: .usage, code: "no_terminal",
                message: LocalizedText(
                    en: "There is no terminal to ask on.", es: "No hay una terminal en la que preguntar."),
                hint: parameter.map { parameter in
                    let words =
                        switch parameter.kind {
                        case .flag: LocalizedText(verbatim: "--\(parameter.name)")
                        case .option: LocalizedText(verbatim: "--\(parameter.name)") + parameter.placeholder
                        case .argument: parameter.placeholder
                        }
                    return LocalizedText(
                        en: "Add \(words.english) to the command.", es: "Añade \(words.spanish) a la orden.")
                })
        case .endOfInput:
            self.init(
                code: "end_of_input",
                message: LocalizedText(
                    en: "The input ended before an answer came.", es: "La entrada terminó antes de la respuesta."))
        case .interrupted:
            self.init(
                exit: .interrupted, code: "interrupted",
                message: LocalizedText(en: "Interrupted.", es: "Interrumpido."))
        case .tooLong(let limit):
            self.init(
                code: "input_too_long",
                message: LocalizedText(
                    en: "The answer is longer than \(limit) bytes.", es: "La respuesta pasa de \(limit) bytes."))
        case .invalidText:
            self.init(
                code: "input_not_text",
                message: LocalizedText(en: "The answer is not UTF-8 text.", es: "La respuesta no es texto UTF-8."))
        case .system(let code):
            self.init(
                code: "terminal_failed",
                message: LocalizedText(
                    en: "The terminal could not be read (error \(code)).",
                    es: "No se pudo leer la terminal (error \(code))."))
        }
    }
}
