import Localization

/// The shells for which there are completions.
package enum Shell: String, CaseIterable, Sendable {
    case bash
    case zsh
    case fish
}

/// Lets a shell ask the program itself what could follow.
///
/// The program alone knows its profiles, and the rows that were shown last. The
/// first line of its answer says whether files, folders or words fit; words
/// follow it, a line each. Files are left to the shell, which knows how they are
/// quoted.
struct CompletionScript {
    let program: String

    func text(for shell: Shell) -> String {
        switch shell {
        case .bash: bash
        case .zsh: zsh
        case .fish: fish
        }
    }

    /// The name of the shell's function.
    private var function: String {
        "_" + String(program.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
    }

    private var bash: String {
        """
        # bash completion for \(program), bash 4.4 or later
        \(function)() {
            local answer
            COMPREPLY=()
            mapfile -t answer < <("${COMP_WORDS[0]}" completions bash -- "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
            case "${answer[0]}" in
                files) compopt -o default ;;
                folders) compopt -o dirnames ;;
                *) COMPREPLY=("${answer[@]:1}") ;;
            esac
        }
        complete -o nosort -F \(function) \(program)

        """
    }

    private var zsh: String {
        """
        #compdef \(program)
        \(function)() {
            local -a answer
            answer=("${(@f)$("$words[1]" completions zsh -- "${(@Q)words[2,CURRENT-1]}" "$PREFIX" 2>/dev/null)}")
            case "$answer[1]" in
                files) compset -P '--*='; _files ;;
                folders) compset -P '--*='; _files -/ ;;
                *) shift answer; (( $#answer )) && _describe -V \(program) answer ;;
            esac
        }
        if [ "$funcstack[1]" = "\(function)" ]; then
            \(function) "$@"
        else
            compdef \(function) \(program)
        fi

        """
    }

    private var fish: String {
        """
        # fish completion for \(program)
        function _\(function)
            set -l words (commandline -opc)
            set -l current (commandline -ct)
            set -l program $words[1]
            set -e words[1]
            set -l answer ($program completions fish -- $words "$current" 2>/dev/null)
            set -l option (string match -r -- '^--[^=]*=' "$current")
            set -l value (string replace -- "$option" '' "$current")
            switch "$answer[1]"
                case files
                    printf "$option%s\\n" (__fish_complete_path "$value")
                case folders
                    printf "$option%s\\n" (__fish_complete_directories "$value" '')
                case '*'
                    set -e answer[1]
                    string join -- \\n $answer
            end
        end
        complete -c \(program) -f -k -a '(_\(function))'

        """
    }
}
