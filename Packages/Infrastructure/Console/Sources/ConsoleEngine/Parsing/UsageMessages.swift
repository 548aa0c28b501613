import ConsoleAPI
import Localization

/// What a person is told about a call that the program doesn't understand.
///
/// Words that were typed are repeated only where they can't be a secret.
enum UsageMessages {
    static func unknownOption(_ spelling: String, suggestion: String?) -> CommandFailure {
        .usage(
            LocalizedText(en: "There is no option \(spelling).", es: "No existe la opción \(spelling).")
                .suggesting(suggestion))
    }

    static func unknownCommand(_ word: String, suggestion: String?) -> CommandFailure {
        .usage(
            LocalizedText(en: "There is no command “\(word)”.", es: "No existe la orden «\(word)».")
                .suggesting(suggestion))
    }

    static func optionBeforeCommand(_ spelling: String) -> CommandFailure {
        .usage(
            LocalizedText(
                en: "The option \(spelling) belongs after the command.",
                es: "La opción \(spelling) va después de la orden."))
    }

    static func noCommand() -> CommandFailure {
        .usage(LocalizedText(en: "Say what to do.", es: "Falta decir qué hacer."))
    }

    static func incompleteCommand(_ path: [String], continuations: [String]) -> CommandFailure {
        let name = path.joined(separator: " ")
        let list = continuations.joined(separator: ", ")
        return .usage(
            LocalizedText(
                en: "After “\(name)” comes one of: \(list).", es: "Tras «\(name)» va una de estas: \(list)."))
    }

    static func missingValue(_ definition: ParameterDefinition, spelling: String) -> CommandFailure {
        missingValue(spelling, placeholder: definition.placeholder)
    }

    static func missingValue(_ spelling: String, placeholder: LocalizedText) -> CommandFailure {
        .usage(
            LocalizedText(
                en: "The option \(spelling) needs a value: \(spelling) \(placeholder.english).",
                es: "La opción \(spelling) necesita un valor: \(spelling) \(placeholder.spanish)."))
    }

    static func unexpectedValue(_ spelling: String) -> CommandFailure {
        .usage(
            LocalizedText(en: "The option \(spelling) takes no value.", es: "La opción \(spelling) no lleva valor."))
    }

    static func givenTwice(_ definition: ParameterDefinition) -> CommandFailure {
        .usage(
            LocalizedText(
                en: "The option --\(definition.name) is given more than once.",
                es: "La opción --\(definition.name) aparece más de una vez."))
    }

    static func missing(_ definition: ParameterDefinition) -> CommandFailure {
        switch definition.kind {
        case .argument:
            .usage(
                LocalizedText(
                    en: "The argument \(definition.placeholder.english) is missing.",
                    es: "Falta el argumento \(definition.placeholder.spanish)."))
        case .option, .flag:
            .usage(
                LocalizedText(
                    en: "The option --\(definition.name) \(definition.placeholder.english) is missing.",
                    es: "Falta la opción --\(definition.name) \(definition.placeholder.spanish)."))
        }
    }

    static func surplus(_ word: String) -> CommandFailure {
        .usage(
            LocalizedText(
                en: "The argument “\(word)” is one too many.", es: "El argumento «\(word)» está de más."))
    }

    static func invalid(_ word: String, for definition: ParameterDefinition, variable: String?) -> CommandFailure {
        let name =
            variable.map { LocalizedText(verbatim: $0) }
            ?? (definition.kind == .argument
                ? definition.placeholder : LocalizedText(verbatim: "--\(definition.name)"))
        let expectation = definition.expectation
        return .usage(
            LocalizedText(
                en: "\(name.english) takes \(expectation.english), not “\(word)”.",
                es: "\(name.spanish) lleva \(expectation.spanish), no «\(word)»."))
    }

    /// - Parameter flag: The flag that reads this password from standard input, if the command has one.
    static func passwordAsArgument(flag: String?) -> CommandFailure {
        let message = LocalizedText(
            en: "Passwords are not taken from the command line, where others could read them.",
            es: "Las contraseñas no se toman de la línea de órdenes, donde otros podrían leerlas.")
        guard let flag else {
            return .usage(
                message,
                hint: LocalizedText(
                    en: "Leave it out; where one is needed, it is asked for.",
                    es: "No la escribas; donde haga falta, se preguntará."))
        }
        return .usage(
            message,
            hint: LocalizedText(
                en: "Leave it out to be asked, or pipe it in with --\(flag).",
                es: "No la escribas y se preguntará, o pásala por la entrada estándar con --\(flag)."))
    }
}

extension LocalizedText {
    fileprivate func suggesting(_ suggestion: String?) -> LocalizedText {
        guard let suggestion else { return self }
        return self + LocalizedText(en: "Did you mean \(suggestion)?", es: "¿Quisiste decir \(suggestion)?")
    }
}

extension CommandFailure {
    /// The failure with a hint where to read on, unless it has one already.
    func hinting(at command: String) -> CommandFailure {
        guard hint == nil else { return self }
        let hint = LocalizedText(en: "“\(command)” says what there is.", es: "«\(command)» explica lo que hay.")
        return CommandFailure(exit: exit, code: code, message: message, hint: hint)
    }
}
