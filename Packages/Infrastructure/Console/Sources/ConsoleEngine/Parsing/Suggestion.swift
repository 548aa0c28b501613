import ConsoleAPI
import Localization

/// Finds what a person may have meant.
enum Suggestion {
    /// The candidate nearest to `word`, if one is near enough; the first of equals.
    static func nearest(to word: String, among candidates: [String]) -> String? {
        // Words longer than any name aren't worth comparing, and bound the work.
        guard (1...64).contains(word.count) else { return nil }
        let allowance = max(1, min(3, word.count / 3))
        let scored = candidates.map { (distance(Array(word), Array($0)), $0) }
        if let best = scored.min(by: { $0.0 < $1.0 }), best.0 <= allowance { return best.1 }
        return word.count >= 3 ? candidates.first { $0.hasPrefix(word) } : nil
    }

    /// The commands that say of themselves, in whatever language, that they are about
    /// `word`; nil if none does, or if more do than a person would look through.
    static func about(_ word: String, among commands: [Command]) -> String? {
        // Shorter words are in every sentence.
        guard (4...64).contains(word.count) else { return nil }
        let names = commands.filter { command in
            command.path.count == 1
                && [command.summary.english, command.summary.spanish].contains { summary in
                    summary.lowercased().split { !$0.isLetter }.contains { $0 == word.lowercased() }
                }
        }.map(\.name)
        return (1...3).contains(names.count) ? names.joined(separator: ", ") : nil
    }

    /// How many insertions, deletions, substitutions and swaps of neighbours
    /// lead from one word to the other (optimal string alignment).
    static func distance(_ left: [Character], _ right: [Character]) -> Int {
        var beforePrevious: [Int] = []
        var previous = Array(0...right.count)
        for row in 0..<left.count {
            var current = [row + 1]
            for column in 0..<right.count {
                let isSame = left[row] == right[column]
                var best = min(previous[column] + (isSame ? 0 : 1), previous[column + 1] + 1, current[column] + 1)
                if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
                    best = min(best, beforePrevious[column - 1] + 1)
                }
                current.append(best)
            }
            (beforePrevious, previous) = (previous, current)
        }
        return previous[right.count]
    }
}
