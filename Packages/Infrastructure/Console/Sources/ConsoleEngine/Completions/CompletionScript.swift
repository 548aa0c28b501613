import ConsoleAPI
import Localization

/// The shells for which there are completions.
package enum Shell: String, CaseIterable, Sendable {
    case bash
    case zsh
    case fish
}

/// What the completions of every shell are made of.
struct CompletionScript {
    /// What completes at a place: after a command, or before there is one.
    struct Place {
        let path: [String]
        let summary: String
        /// The words that lead to commands below, with their summaries.
        let continuations: [(word: String, summary: String)]
        let options: [ParameterDefinition]
        let arguments: [ParameterDefinition]

        var name: String { path.joined(separator: " ") }
    }

    let program: String
    let global: [ParameterDefinition]
    let dynamic: [DynamicOptions.Known]
    /// The program itself first.
    let places: [Place]
    let language: Language

    init(_ catalog: CommandCatalog, language: Language) {
        program = catalog.program.name
        global = catalog.program.allParameters.map(\.definition)
        dynamic = catalog.program.dynamicOptions?.known() ?? []
        self.language = language
        var paths: [[String]] = [[]]
        for command in catalog.commands {
            for length in 1...max(1, command.path.count) {
                let path = Array(command.path.prefix(length))
                if !paths.contains(path) { paths.append(path) }
            }
        }
        places = paths.map { Self.place($0, catalog, language) }
    }

    private static func place(_ path: [String], _ catalog: CommandCatalog, _ language: Language) -> Place {
        let command = catalog.command(at: path)
        let definitions = command?.parameters.map(\.definition) ?? []
        let continuations = catalog.continuations(of: path).map { word -> (String, String) in
            // Words that call nothing by themselves are explained by what follows them.
            let below = path + [word]
            let summary = catalog.command(at: below)?.summary.text(in: language)
            return (word, summary ?? catalog.continuations(of: below).joined(separator: ", "))
        }
        return Place(
            path: path, summary: command?.summary.text(in: language) ?? "", continuations: continuations,
            options: definitions.filter { $0.kind != .argument }, arguments: definitions.filter { $0.kind == .argument }
        )
    }

    /// The script for a shell.
    func text(for shell: Shell) -> String {
        switch shell {
        case .bash: BashCompletion(script: self).text()
        case .zsh: ZshCompletion(script: self).text()
        case .fish: FishCompletion(script: self).text()
        }
    }

    /// The name of a shell function for a place.
    func function(_ place: Place? = nil) -> String {
        let words = [program] + (place?.path ?? [])
        return "_" + words.joined(separator: "_").map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" }
    }

    /// The spellings of an option: `--limit`, `-n`.
    static func spellings(_ definition: ParameterDefinition) -> [String] {
        ["--\(definition.name)"] + (definition.short.map { ["-\($0)"] } ?? [])
    }

    /// The spellings of all options that take a value, wherever they may stand.
    var valueOptions: [String] {
        let definitions = (global + places.flatMap(\.options)).filter { $0.kind == .option }
        return Array(Set(definitions.flatMap(Self.spellings) + dynamic.map { "--\($0.name)" })).sorted()
    }

    /// Text in single quotes, as POSIX shells read it.
    static func quoted(_ text: String) -> String {
        "'" + VisibleText.line(text).split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''")
            + "'"
    }
}
