import ConsoleAPI

/// Writes completions for bash 4.2 or later.
struct BashCompletion {
    let script: CompletionScript

    func text() -> String {
        let name = script.function()
        let lines =
            ["# bash completion for \(script.program)", "\(name)() {"] + prologue + valueCases + placeCases
            + epilogue + ["}", "complete -F \(name) \(script.program)"]
        return lines.joined(separator: "\n") + "\n"
    }

    /// Finds the command and the option before the cursor.
    ///
    /// Since `=` breaks words, `--limit=2` arrives as three of them.
    private var prologue: [String] {
        let paths = script.places.dropFirst().map { "\"\($0.name)\"" }.joined(separator: " | ")
        return """
                local cur="${COMP_WORDS[COMP_CWORD]}" prev="${COMP_WORDS[COMP_CWORD - 1]}"
                local path="" word skip=0 index
                COMPREPLY=()
                if [[ $cur == "=" ]]; then
                    cur=""
                elif [[ $prev == "=" ]]; then
                    prev="${COMP_WORDS[COMP_CWORD - 2]}"
                fi
                for ((index = 1; index < COMP_CWORD; index++)); do
                    word="${COMP_WORDS[index]}"
                    if [[ $word == "=" ]]; then
                        skip=1
                        continue
                    elif ((skip)); then
                        skip=0
                        continue
                    fi
                    case "$word" in
                        \(script.valueOptions.joined(separator: " | "))) skip=1 ;;
                        -*) ;;
                        *)
                            word="${path:+$path }$word"
                            case "$word" in
                                \(paths)) path="$word" ;;
                                *) break ;;
                            esac
                            ;;
                    esac
                done
            """.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }

    /// What may follow an option that takes a value.
    private var valueCases: [String] {
        var lines = ["    case \"$path $prev\" in"]
        for place in script.places {
            for option in place.options where option.kind == .option {
                let patterns = CompletionScript.spellings(option).map { "\"\(place.name) \($0)\"" }
                lines += valueCase(patterns.joined(separator: " | "), option.completion)
            }
        }
        for option in script.global where option.kind == .option {
            let patterns = CompletionScript.spellings(option).map { "*\" \($0)\"" }
            lines += valueCase(patterns.joined(separator: " | "), option.completion)
        }
        if !script.dynamic.isEmpty {
            let patterns = script.dynamic.map { "*\" --\($0.name)\"" }
            lines += valueCase(patterns.joined(separator: " | "), .none)
        }
        return lines + ["    esac"]
    }

    private func valueCase(_ pattern: String, _ completion: ValueCompletion) -> [String] {
        ["        \(pattern))"] + offer(completion).map { "            " + $0 } + [
            "            return", "            ;;",
        ]
    }

    private func offer(_ completion: ValueCompletion) -> [String] {
        switch completion {
        case .none: []
        case .files: ["compopt -o filenames", "mapfile -t COMPREPLY < <(compgen -f -- \"$cur\")"]
        case .folders: ["compopt -o filenames", "mapfile -t COMPREPLY < <(compgen -d -- \"$cur\")"]
        case .words(let words): [offer(words: words)]
        }
    }

    private func offer(words: [String]) -> String {
        let list = CompletionScript.quoted(words.joined(separator: " "))
        return "mapfile -t COMPREPLY < <(compgen -W \(list) -- \"$cur\")"
    }

    /// Options for a word that starts with a dash, else commands and arguments.
    private var placeCases: [String] {
        var lines = ["    case \"$path\" in"]
        for place in script.places {
            lines += ["        \"\(place.name)\")", "            if [[ $cur == -* ]]; then"]
            let options = (place.options + script.global).flatMap(CompletionScript.spellings)
            let dynamic = script.dynamic.map { "--\($0.name)" }
            lines += ["                " + offer(words: options + dynamic + ["--help"]), "            else"]
            lines += plainWords(at: place).map { "                " + $0 }
            lines += ["            fi", "            ;;"]
        }
        return lines + ["    esac"]
    }

    private func plainWords(at place: CompletionScript.Place) -> [String] {
        if !place.continuations.isEmpty { return [offer(words: place.continuations.map(\.word))] }
        let lines = place.arguments.first.map { offer($0.completion) } ?? []
        return lines.isEmpty ? [":"] : lines
    }

    private var epilogue: [String] { ["    return 0"] }
}
