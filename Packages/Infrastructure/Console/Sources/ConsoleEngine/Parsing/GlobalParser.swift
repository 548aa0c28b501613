import ConsoleAPI
import Localization

/// Reads what holds for every command, wherever it stands on the command line.
///
/// This works without knowing the commands: a value never starts with a dash
/// (see ``Word/canBeValue``), so every word that does, up to `--`, is an option.
struct GlobalParser {
    private let parameters: [any CommandParameter]
    private let context: [any CommandParameter]
    private let dynamic: DynamicOptions?
    private let environment: [String: String]

    private var given = GivenWords()
    private var dynamicOptions: [DynamicOption] = []
    private var rest: [Word] = []
    private var wantsHelp = false
    private var wantsVersion = false
    private var failure: CommandFailure?

    init(_ program: ProgramDescription, environment: [String: String]) {
        parameters = program.allParameters
        context = program.context
        dynamic = program.dynamicOptions
        self.environment = environment
    }

    mutating func parse(_ arguments: [String]) -> GlobalLine {
        let unfinished = UnfinishedLine(arguments)
        var words = Self.words(of: unfinished?.words ?? arguments)[...]
        while let word = words.popFirst() {
            do {
                try take(word, &words)
            } catch {
                failure = failure ?? error
            }
        }
        return line(unfinished)
    }

    private static func words(of arguments: [String]) -> [Word] {
        let end = arguments.firstIndex(of: "--") ?? arguments.endIndex
        return arguments[..<end].map { Word($0) } + arguments[end...].dropFirst().map { Word($0, isLiteral: true) }
    }

    private func line(_ unfinished: UnfinishedLine?) -> GlobalLine {
        let values = ParameterValues(of: parameters, words: given, environment: environment)
        let invocation = Invocation(language: .english, isJSON: false, values: values.values, given: values.given)
        let language = Language.preferred(
            explicit: invocation[StandardParameters.language], environment: environment)
        // What is unfinished may be wrong, and asks for nothing yet.
        let isFinished = unfinished == nil
        return GlobalLine(
            language: language, isJSON: isFinished && invocation[StandardParameters.json],
            wantsHelp: isFinished && wantsHelp,
            wantsVersion: isFinished && wantsVersion, dynamicOptions: dynamicOptions,
            failure: isFinished ? failure ?? values.failure : nil,
            rest: rest, values: values, environment: environment,
            context: contextWords, unfinished: unfinished)
    }

    /// What was given of the context, as a shell takes it; a variable holds for the next
    /// call too.
    private var contextWords: String {
        context.map(\.definition).flatMap { definition in
            given.of(definition).map { " --\(definition.name) \(ShellWord.quoted($0))" }
        }.joined()
    }

    private mutating func take(_ word: Word, _ words: inout ArraySlice<Word>) throws(CommandFailure) {
        switch word.form {
        case .plain: rest.append(word)
        case .long(let name, let value): try takeLong(word, name, value, &words)
        case .short(let letters): try takeShort(word, letters, &words)
        }
    }

    private mutating func takeLong(
        _ word: Word, _ name: String, _ value: String?, _ words: inout ArraySlice<Word>
    ) throws(CommandFailure) {
        if name == "help" || name == "version" {
            guard value == nil else { throw UsageMessages.unexpectedValue("--\(name)") }
            if name == "help" { wantsHelp = true } else { wantsVersion = true }
        } else if let definition = definition(where: { $0.name == name }) {
            try add(value, to: definition, spelling: "--\(name)", &words)
        } else if let dynamic, dynamic.recognizes(name) {
            let text = try Self.value(
                value, &words, for: "--\(name)", placeholder: LocalizedText(en: "VALUE", es: "VALOR"))
            dynamicOptions.append(DynamicOption(name: name, value: text))
        } else {
            rest.append(word)
        }
    }

    private mutating func takeShort(
        _ word: Word, _ letters: Substring, _ words: inout ArraySlice<Word>
    ) throws(CommandFailure) {
        if letters == "h" {
            wantsHelp = true
        } else if let definition = definition(where: { $0.short == letters.first }),
            definition.kind == .option || letters.count == 1
        {
            let value = letters.count > 1 ? String(letters.dropFirst()) : nil
            try add(value, to: definition, spelling: "-" + letters.prefix(1), &words)
        } else {
            rest.append(word)
        }
    }

    private mutating func add(
        _ value: String?, to definition: ParameterDefinition, spelling: String, _ words: inout ArraySlice<Word>
    ) throws(CommandFailure) {
        guard definition.kind == .option else {
            guard value == nil else { throw UsageMessages.unexpectedValue(spelling) }
            return try given.add("", to: definition)
        }
        let text = try Self.value(value, &words, for: spelling, placeholder: definition.placeholder)
        try given.add(text, to: definition)
    }

    /// The value that is attached to an option, else the next word.
    static func value(
        _ attached: String?, _ words: inout ArraySlice<Word>, for spelling: String, placeholder: LocalizedText
    ) throws(CommandFailure) -> String {
        if let attached { return attached }
        guard let next = words.first, next.canBeValue else {
            throw UsageMessages.missingValue(spelling, placeholder: placeholder)
        }
        words.removeFirst()
        return next.text
    }

    private func definition(where matches: (ParameterDefinition) -> Bool) -> ParameterDefinition? {
        parameters.lazy.map(\.definition).first(where: matches)
    }
}
