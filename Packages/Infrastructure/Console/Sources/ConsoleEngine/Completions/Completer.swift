import ConsoleAPI
import FoundationEssentials
import Localization

/// Finds what could follow on a command line that isn't finished.
struct Completer {
    let catalog: CommandCatalog
    let line: GlobalLine
    let unfinished: UnfinishedLine
    let terminal: any Terminal

    /// What may stand as a value.
    private struct Expected {
        var completion: ValueCompletion
        /// Whether values are written with commas between them.
        var isList = false
    }

    /// What the words before the cursor have come to.
    private struct Place {
        var path: [String] = []
        var arguments: [String] = []
        /// The names of the options that stand there.
        var given: Set<String> = []
        /// The value for which the last word, an option, waits.
        var awaited: Expected?
        /// Whether `--` stands there, after which nothing is an option.
        var isLiteral = false
    }

    func offer() -> CompletionOffer {
        let place = place(), current = unfinished.current
        if let awaited = place.awaited, Word(current).canBeValue { return offer(awaited, current) }
        guard !place.isLiteral, current.hasPrefix("-") else { return plainWords(at: place) }
        if case .long(let name, let value?) = Word(current).form {
            return expected(byOption: name, at: place).map { offer($0, value, after: "--\(name)=") } ?? .words([])
        }
        return options(at: place)
    }

    // MARK: What stands before the cursor

    private func place() -> Place {
        var place = Place()
        for text in unfinished.words {
            let word = Word(text, isLiteral: place.isLiteral)
            if place.awaited != nil, word.canBeValue {
                place.awaited = nil
                continue
            }
            place.awaited = nil
            switch word.form {
            case .long("", nil): place.isLiteral = true
            case .long(let name, let value): take(option: name, isComplete: value != nil, &place)
            case .short(let letters): take(letters, &place)
            case .plain where place.arguments.isEmpty && catalog.continuations(of: place.path).contains(text):
                place.path.append(text)
            case .plain: place.arguments.append(text)
            }
        }
        return place
    }

    private func take(option name: String, isComplete: Bool, _ place: inout Place) {
        place.given.insert(name)
        if !isComplete { place.awaited = expected(byOption: name, at: place) }
    }

    private func take(_ letters: Substring, _ place: inout Place) {
        for (index, letter) in letters.enumerated() {
            guard let definition = definitions(at: place).first(where: { $0.short == letter }) else { return }
            let isComplete = definition.kind == .flag || index + 1 < letters.count
            take(option: definition.name, isComplete: isComplete, &place)
            if definition.kind == .option { return }
        }
    }

    /// The options that may stand at a place.
    private func definitions(at place: Place) -> [ParameterDefinition] {
        let own = catalog.command(at: place.path)?.parameters ?? []
        return (own + catalog.program.allParameters).map(\.definition).filter { $0.kind != .argument }
    }

    private var dynamicOptions: [DynamicOptions.Known] { catalog.program.dynamicOptions?.known() ?? [] }

    /// The value that an option takes; nil for one that takes none.
    private func expected(byOption name: String, at place: Place) -> Expected? {
        if let definition = definitions(at: place).first(where: { $0.name == name }) {
            return definition.kind == .option ? Expected(completion: definition.completion) : nil
        }
        return dynamicOptions.first { $0.name == name }.map { Expected(completion: $0.completion, isList: true) }
    }

    // MARK: What fits

    private func options(at place: Place) -> CompletionOffer {
        let missing = definitions(at: place).filter { $0.isRepeated || !place.given.contains($0.name) }
        var words = missing.map { word("--\($0.name)", $0.summary) }
        words += dynamicOptions.filter { !place.given.contains($0.name) }.map { word("--\($0.name)", $0.summary) }
        words.append(word("--help", HelpTexts.help))
        return .words(words.filter(begins(unfinished.current)))
    }

    private func plainWords(at place: Place) -> CompletionOffer {
        let commands = place.arguments.isEmpty && !place.isLiteral ? commands(below: place.path) : []
        let arguments = catalog.command(at: place.path)?.parameters.map(\.definition).filter { $0.kind == .argument }
        let argument = arguments.flatMap { all in
            all.indices.contains(place.arguments.count)
                ? all[place.arguments.count] : all.last.flatMap { $0.isRepeated ? $0 : nil }
        }
        let expected = Expected(completion: argument?.completion ?? .none)
        let values = offer(expected, unfinished.current, following: place.arguments)
        let fitting = commands.filter(begins(unfinished.current))
        guard case .words(let words) = values else { return fitting.isEmpty ? values : .words(fitting) }
        return .words(fitting + words)
    }

    private func commands(below path: [String]) -> [CompletionOffer.Word] {
        catalog.continuations(of: path).map { continuation in
            // Words that call nothing by themselves are explained by what follows them.
            let below = path + [continuation]
            let summary = catalog.command(at: below)?.summary.text(in: line.language)
            return .init(
                text: continuation, summary: summary ?? catalog.continuations(of: below).joined(separator: ", "))
        }
    }

    /// - Parameters:
    ///   - typed: The value as far as the cursor.
    ///   - head: What stands before it in the same word.
    ///   - earlier: The values of the same argument before it.
    private func offer(
        _ expected: Expected, _ typed: String, after head: String = "", following earlier: [String] = []
    ) -> CompletionOffer {
        let comma = expected.isList ? typed.lastIndex(of: ",") : nil
        let former = comma.map { String(typed[...$0]) } ?? ""
        let words: [CompletionOffer.Word]
        switch expected.completion {
        case .none: words = []
        case .files: return .files
        case .folders: return .folders
        case .words(let list): words = list.map { .init(text: $0, summary: "") }
        case .commands: words = commands(below: earlier)
        case .rows(let list): words = rows(of: list)
        case .found(let find): words = find(line.invocation).map { .init(text: $0, summary: "") }
        }
        return .words(
            words.filter(begins(String(typed.dropFirst(former.count)))).map {
                .init(text: head + former + $0.text, summary: $0.summary)
            })
    }

    /// The numbers of the list that was shown last; identifiers once one is begun.
    private func rows(of list: ListName) -> [CompletionOffer.Word] {
        let rows = terminal.rows(of: list).map { $0.uuidString.lowercased() }
        let numbers = rows.enumerated().map { CompletionOffer.Word(text: "\($0 + 1)", summary: String($1.prefix(8))) }
        guard !unfinished.current.isEmpty else { return numbers }
        return numbers + rows.map { .init(text: $0, summary: "") }
    }

    private func word(_ text: String, _ summary: LocalizedText) -> CompletionOffer.Word {
        .init(text: text, summary: summary.text(in: line.language))
    }

    private func begins(_ typed: String) -> (CompletionOffer.Word) -> Bool {
        { $0.text.hasPrefix(typed) }
    }
}
