import ConsoleAPI

/// Reads the words that belong to a command.
struct CommandParser {
    private let command: Command
    private let global: [ParameterDefinition]
    private let options: [ParameterDefinition]
    private let arguments: [ParameterDefinition]
    private var given = GivenWords()
    private var plain: [String] = []

    init(_ command: Command, _ program: ProgramDescription) {
        self.command = command
        global = program.allParameters.map(\.definition)
        options = command.parameters.map(\.definition).filter { $0.kind != .argument }
        arguments = command.parameters.map(\.definition).filter { $0.kind == .argument }
    }

    /// The values of the command's parameters.
    mutating func parse(_ words: [Word], environment: [String: String]) throws(CommandFailure) -> ParameterValues {
        var rest = words[...]
        while let word = rest.popFirst() {
            switch word.form {
            case .plain: plain.append(word.text)
            case .long(let name, let value): try takeLong(name, value, &rest)
            case .short(let letters): try takeShort(letters, &rest)
            }
        }
        try assignArguments()
        let values = ParameterValues(of: command.parameters, words: given, environment: environment)
        if let failure = values.failure { throw failure }
        return values
    }

    private mutating func takeLong(
        _ name: String, _ value: String?, _ rest: inout ArraySlice<Word>
    ) throws(CommandFailure) {
        guard let definition = options.first(where: { $0.name == name }) else { throw unknown("--\(name)", name) }
        if definition.kind == .flag {
            guard value == nil else { throw UsageMessages.unexpectedValue("--\(name)") }
            return try given.add("", to: definition)
        }
        let text = try GlobalParser.value(value, &rest, for: "--\(name)", placeholder: definition.placeholder)
        try given.add(text, to: definition)
    }

    /// Flags may be put together; an option's value may follow its letter.
    private mutating func takeShort(
        _ letters: Substring, _ rest: inout ArraySlice<Word>
    ) throws(CommandFailure) {
        var letters = letters
        while let letter = letters.popFirst() {
            guard let definition = options.first(where: { $0.short == letter }) else {
                throw unknown("-\(letter)", nil)
            }
            guard definition.kind == .option else {
                try given.add("", to: definition)
                continue
            }
            let attached = letters.first == "=" ? letters.dropFirst() : letters
            let text = try GlobalParser.value(
                letters.isEmpty ? nil : String(attached), &rest, for: "-\(letter)", placeholder: definition.placeholder)
            return try given.add(text, to: definition)
        }
    }

    private mutating func assignArguments() throws(CommandFailure) {
        for (index, word) in plain.enumerated() {
            if index < arguments.count {
                try given.add(word, to: arguments[index])
            } else if let last = arguments.last, last.isRepeated {
                try given.add(word, to: last)
            } else {
                throw UsageMessages.surplus(word)
            }
        }
    }

    private func unknown(_ spelling: String, _ name: String?) -> CommandFailure {
        if let name, PasswordNames.contains(name) {
            return UsageMessages.passwordAsArgument(flag: Self.flag(for: name, among: options))
        }
        let candidates = (options + global).map { "--\($0.name)" } + ["--help"]
        let suggestion = name.flatMap { _ in Suggestion.nearest(to: spelling, among: candidates) }
        return UsageMessages.unknownOption(spelling, suggestion: suggestion)
    }

    /// The flag that reads the password of this name from standard input.
    private static func flag(for name: String, among options: [ParameterDefinition]) -> String? {
        let flags = options.filter { $0.kind == .flag && $0.name.hasSuffix("-stdin") }.map(\.name)
        return flags.first { $0 == name + "-stdin" } ?? flags.first
    }
}
