import ConsoleAPI
import Localization

/// Writes completions for fish 3 or later.
struct FishCompletion {
    let script: CompletionScript

    private var test: String { "_" + script.function() + "_at" }

    func text() -> String {
        var lines = ["# fish completion for \(script.program)"] + testFunction
        lines += ["complete -c \(script.program) -f"]
        for place in script.places { lines += completions(at: place) }
        lines += script.global.map { option($0, condition: "") }
        lines += ["complete -c \(script.program) -s h -l help -d \(quoted(text(HelpTexts.help)))"]
        lines += script.dynamic.map { option in
            "complete -c \(script.program) -l \(option.name) -x -d \(quoted(text(option.summary)))"
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// A function that tells whether the words before the cursor call a command.
    private var testFunction: [String] {
        let paths = script.places.dropFirst().map { quoted($0.name) }.joined(separator: " ")
        return """
            function \(test)
                set -l words (commandline -opc)
                set -e words[1]
                set -l path
                set -l skip 0
                for word in $words
                    if test $skip -eq 1
                        set skip 0
                        continue
                    end
                    switch $word
                        case \(script.valueOptions.map(quoted).joined(separator: " "))
                            set skip 1
                        case '-*'
                            continue
                        case '*'
                            if not contains -- (string join ' ' -- $path $word) \(paths)
                                break
                            end
                            set path $path $word
                    end
                end
                test "$path" = "$argv[1]"
            end
            """.split(separator: "\n").map(String.init)
    }

    private func completions(at place: CompletionScript.Place) -> [String] {
        let condition = " -n " + quoted("\(test) \"\(place.name)\"")
        var lines = place.continuations.map { continuation in
            "complete -c \(script.program)\(condition) -a \(quoted(continuation.word)) -d \(quoted(continuation.summary))"
        }
        lines += place.options.map { option($0, condition: condition) }
        if place.continuations.isEmpty, let argument = place.arguments.first {
            let offered = offer(argument.completion)
            if !offered.isEmpty { lines.append("complete -c \(script.program)\(condition)\(offered)") }
        }
        return lines
    }

    private func option(_ definition: ParameterDefinition, condition: String) -> String {
        var line = "complete -c \(script.program)\(condition)"
        if let short = definition.short { line += " -s \(short)" }
        line += " -l \(definition.name)"
        if definition.kind == .option { line += definition.completion == .files ? " -r -F" : " -x" }
        if definition.kind == .option, definition.completion != .files { line += offer(definition.completion) }
        return line + " -d \(quoted(text(definition.summary)))"
    }

    private func offer(_ completion: ValueCompletion) -> String {
        switch completion {
        case .none: ""
        case .files: " -F"
        case .folders: " -a '(__fish_complete_directories)'"
        case .words(let words): " -a \(quoted(words.joined(separator: " ")))"
        }
    }

    private func text(_ text: LocalizedText) -> String { text.text(in: script.language) }

    /// Text in single quotes, where fish knows two escapes.
    private func quoted(_ text: String) -> String {
        "'" + VisibleText.line(text).map { $0 == "'" || $0 == "\\" ? "\\\($0)" : String($0) }.joined() + "'"
    }
}
