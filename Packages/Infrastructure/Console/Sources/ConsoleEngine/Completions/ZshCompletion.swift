import ConsoleAPI
import Localization

/// Writes completions for zsh, on its `_arguments` (zshcompsys(1)).
struct ZshCompletion {
    let script: CompletionScript

    func text() -> String {
        let name = script.function()
        var lines = ["#compdef \(script.program)"]
        for place in script.places.reversed() { lines += [""] + function(for: place) }
        lines += ["", "if [ \"$funcstack[1]\" = \"\(name)\" ]; then", "    \(name) \"$@\""]
        lines += ["else", "    compdef \(name) \(script.program)", "fi"]
        return lines.joined(separator: "\n") + "\n"
    }

    private func function(for place: CompletionScript.Place) -> [String] {
        var specifications = (place.options + script.global).map(specification)
        specifications.append("'(-h --help)'{-h,--help}\(help)")
        for option in script.dynamic {
            specifications.append(
                CompletionScript.quoted(
                    "--\(option.name)=[\(escaped(option.summary.text(in: script.language)))]:value: "))
        }
        let body = place.continuations.isEmpty ? leaf(place, specifications) : branch(place, specifications)
        return ["\(script.function(place))() {"] + body.map { "    " + $0 } + ["}"]
    }

    private func leaf(_ place: CompletionScript.Place, _ specifications: [String]) -> [String] {
        let arguments = place.arguments.map { argument in
            let position = argument.isRepeated ? "*" : (argument.isRequired ? "" : ":")
            return CompletionScript.quoted(
                "\(position):\(escaped(argument.name)):\(action(argument.completion))")
        }
        return call("_arguments -S", specifications + arguments)
    }

    private func branch(_ place: CompletionScript.Place, _ specifications: [String]) -> [String] {
        var lines = ["local curcontext=\"$curcontext\" state", "local -a names"]
        lines += call("_arguments -C -S", specifications + ["'1:command:->command'", "'*::argument:->argument'"])
        lines[lines.count - 1] += " && return"
        lines += ["case $state in", "    command)", "        names=("]
        lines += place.continuations.map { continuation in
            let description = continuation.summary.isEmpty ? "" : ":\(escaped(continuation.summary))"
            return "            " + CompletionScript.quoted(continuation.word + description)
        }
        lines += [
            "        )", "        _describe command names", "        ;;", "    argument)", "        case $words[1] in",
        ]
        lines += place.continuations.compactMap { continuation in
            script.places.first { $0.path == place.path + [continuation.word] }.map {
                "            \(continuation.word)) \(script.function($0)) ;;"
            }
        }
        return lines + ["        esac", "        ;;", "esac"]
    }

    private func call(_ command: String, _ specifications: [String]) -> [String] {
        let lines = [command] + specifications.map { "    " + $0 }
        return lines.enumerated().map { $0.offset < lines.count - 1 ? $0.element + " \\" : $0.element }
    }

    private func specification(_ definition: ParameterDefinition) -> String {
        let summary = definition.summary.text(in: script.language)
        var description = "[\(escaped(summary))]"
        if definition.kind == .option {
            description += ":\(escaped(definition.placeholder)):\(action(definition.completion))"
        }
        let suffix = definition.kind == .option ? "=" : ""
        let many = definition.isRepeated ? "*" : ""
        guard let short = definition.short else {
            return CompletionScript.quoted("\(many)--\(definition.name)\(suffix)\(description)")
        }
        let plus = definition.kind == .option ? "+" : ""
        let exclusion = definition.isRepeated ? "'*'" : "'(-\(short) --\(definition.name))'"
        return "\(exclusion){-\(short)\(plus),--\(definition.name)\(suffix)}" + CompletionScript.quoted(description)
    }

    private var help: String {
        CompletionScript.quoted("[\(escaped(HelpTexts.help.text(in: script.language)))]")
    }

    private func action(_ completion: ValueCompletion) -> String {
        switch completion {
        case .none: " "
        case .files: "_files"
        case .folders: "_files -/"
        case .words(let words): "(\(words.joined(separator: " ")))"
        }
    }

    /// `_arguments` and `_describe` give meaning to colons, brackets and backslashes.
    private func escaped(_ text: String) -> String {
        VisibleText.line(text).map { ":[]\\".contains($0) ? "\\\($0)" : String($0) }.joined()
    }
}
