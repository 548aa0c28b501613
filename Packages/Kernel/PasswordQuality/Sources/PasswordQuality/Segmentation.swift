/// The way to cut a text into patterns and characters without order that takes
/// the fewest guesses.
struct Segmentation {
    /// How many guesses it takes.
    let guesses: Double
    private let steps: [PatternMatch?]
    private let range: Range<Int>

    /// Guesses for a digit without order, and for any other character.
    ///
    /// More than the ten of zxcvbn, so that eight letters without order are
    /// enough.
    private static let guessesPerDigit = 10.0, guessesPerCharacter = 12.0

    /// Finds the way for a part of a text.
    init(of text: [Unicode.Scalar], in range: Range<Int>, by matches: [Int: [PatternMatch]]) {
        self.range = range
        // The fewest guesses for each beginning of the part, and the last step
        // to it.
        var best = [1.0]
        var steps: [PatternMatch?] = [nil]
        for last in range {
            let isDigit = (0x30...0x39).contains(text[last].value)
            var least = best[last - range.lowerBound] * (isDigit ? Self.guessesPerDigit : Self.guessesPerCharacter)
            var step: PatternMatch?
            for match in matches[last + 1] ?? [] where match.range.lowerBound >= range.lowerBound {
                let guesses = best[match.range.lowerBound - range.lowerBound] * match.guesses
                if guesses < least { (least, step) = (guesses, match) }
            }
            best.append(least)
            steps.append(step)
        }
        guesses = best[range.count]
        self.steps = steps
    }

    /// The pattern of the longest part; `random` if none takes up half of it.
    var longestPattern: PasswordPattern {
        var longest: PatternMatch?
        var end = range.upperBound
        while end > range.lowerBound {
            guard let match = steps[end - range.lowerBound] else {
                end -= 1
                continue
            }
            if match.range.count >= longest?.range.count ?? 0 { longest = match }
            end = match.range.lowerBound
        }
        guard let longest, longest.range.count * 2 >= range.count else { return .random }
        return longest.pattern
    }
}
