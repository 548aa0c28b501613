package import ConsoleAPI

/// What a command line asks for.
enum Call {
    case help(path: [String])
    case version
    case command(Command, Invocation)
}

/// Finds out what a command line asks for, once the commands are known.
struct CallResolver {
    let catalog: CommandCatalog
    let line: GlobalLine

    func resolve() throws(CommandFailure) -> Call {
        if line.wantsHelp { return .help(path: plainWords) }
        if let failure = line.failure { throw failure.hinting(at: "\(catalog.program.name) help") }
        if line.wantsVersion { return .version }
        let words = line.rest.isEmpty ? catalog.program.start.map { [$0] } ?? [] : leadingWords
        guard let (command, count) = catalog.command(calledBy: words) else { throw noCommand(words) }
        do {
            var parser = CommandParser(command, catalog.program)
            let own = try parser.parse(Array(line.rest.dropFirst(count)), environment: line.environment)
            let global = line.values
            return .command(
                command,
                Invocation(
                    language: line.language, isJSON: line.isJSON,
                    values: global.values.merging(own.values) { _, own in own }, given: global.given.union(own.given),
                    context: line.context))
        } catch {
            throw error.hinting(at: "\(catalog.program.name) help \(command.name)")
        }
    }

    /// The words before the first option.
    private var leadingWords: [String] {
        line.rest.prefix { $0.form == .plain && !$0.isLiteral }.map(\.text)
    }

    private var plainWords: [String] {
        line.rest.filter { $0.form == .plain && !$0.isLiteral }.map(\.text)
    }

    private func noCommand(_ words: [String]) -> CommandFailure {
        let help = "\(catalog.program.name) help"
        guard let first = words.first else {
            guard let option = line.rest.first else { return UsageMessages.noCommand().hinting(at: help) }
            return leadingOption(option).hinting(at: help)
        }
        let continuations = catalog.continuations(of: [first])
        guard continuations.isEmpty else {
            return UsageMessages.incompleteCommand([first], continuations: continuations).hinting(at: help)
        }
        let suggestion =
            Suggestion.nearest(to: first, among: catalog.continuations(of: []))
            ?? Suggestion.about(first, among: catalog.commands)
        return UsageMessages.unknownCommand(first, suggestion: suggestion).hinting(at: help)
    }

    private func leadingOption(_ word: Word) -> CommandFailure {
        let name: String
        switch word.form {
        case .plain: return UsageMessages.unknownCommand(word.text, suggestion: nil)
        case .short(let letters): name = String(letters.prefix(1))
        case .long(let long, _): name = long
        }
        if PasswordNames.contains(name) { return UsageMessages.passwordAsArgument(flag: nil) }
        let spelling = name.count == 1 ? "-\(name)" : "--\(name)"
        let belongsToCommand = catalog.commands.contains { command in
            command.parameters.map(\.definition).contains { definition in
                definition.kind != .argument && (definition.name == name || definition.short.map(String.init) == name)
            }
        }
        if belongsToCommand { return UsageMessages.optionBeforeCommand(spelling) }
        let candidates = catalog.program.allParameters.map { "--\($0.definition.name)" } + ["--help", "--version"]
        return UsageMessages.unknownOption(
            spelling, suggestion: Suggestion.nearest(to: spelling, among: candidates))
    }
}

/// Tells whether a command line is understood, without running it.
package enum CallCheck {
    /// What is wrong with the line, if anything.
    package static func problem(in line: GlobalLine, _ catalog: CommandCatalog) -> CommandFailure? {
        do {
            _ = try CallResolver(catalog: catalog, line: line).resolve()
            return nil
        } catch {
            return error
        }
    }
}
