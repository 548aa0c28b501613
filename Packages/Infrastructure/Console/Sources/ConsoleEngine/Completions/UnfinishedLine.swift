/// A command line that somebody is typing, as a shell hands it over:
/// `completions SHELL -- WORD… WORD`.
package struct UnfinishedLine: Sendable {
    let shell: Shell
    /// The words before the one at the cursor.
    let words: [String]
    /// The word at the cursor, as far as the cursor.
    let current: String

    /// - Parameter arguments: The words after the program's name; nil is returned
    ///   if they aren't a shell's question.
    init?(_ arguments: [String]) {
        guard arguments.count > 3, arguments[0] == "completions", arguments[2] == "--",
            let shell = Shell(rawValue: arguments[1])
        else { return nil }
        self.shell = shell
        var words = Array(arguments.dropFirst(3))
        if shell == .bash { words = Self.joined(words) }
        current = words.removeLast()
        self.words = words
    }

    /// Whether bash ends a word at a character (`COMP_WORDBREAKS`).
    private static func breaks(_ character: Character) -> Bool { character == "=" || character == ":" }

    /// The words as they were typed: `--limit=2` arrives as three of them.
    private static func joined(_ parts: [String]) -> [String] {
        var words: [String] = []
        var goesOn = false
        for part in parts {
            let isBreak = !part.isEmpty && part.allSatisfy(breaks)
            if let last = words.indices.last, goesOn || isBreak { words[last] += part } else { words.append(part) }
            goesOn = isBreak
        }
        return words
    }

    /// The answer in the form that the script of the shell reads.
    func text(_ offer: CompletionOffer) -> String {
        let lines: [String] =
            switch offer {
            case .files: ["files"]
            case .folders: ["folders"]
            case .words(let words): ["words"] + words.map(line)
            }
        return lines.joined(separator: "\n") + "\n"
    }

    private func line(_ offered: CompletionOffer.Word) -> String {
        switch shell {
        case .bash:
            // bash puts it in the place of what stands after the last break.
            let kept = current.lastIndex(where: Self.breaks).map { current[...$0].count } ?? 0
            return String(offered.text.dropFirst(kept))
        case .zsh:
            let text = offered.text.map { ":\\".contains($0) ? "\\\($0)" : String($0) }.joined()
            return offered.summary.isEmpty ? text : "\(text):\(VisibleText.line(offered.summary))"
        case .fish:
            return offered.summary.isEmpty ? offered.text : "\(offered.text)\t\(VisibleText.line(offered.summary))"
        }
    }
}

/// What a shell may offer at the cursor.
enum CompletionOffer {
    /// One word and what it is for.
    struct Word {
        let text: String
        let summary: String
    }

    case files
    case folders
    case words([Word])
}
