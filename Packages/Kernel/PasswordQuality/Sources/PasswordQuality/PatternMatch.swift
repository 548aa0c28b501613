/// A part of a password that follows a pattern.
struct PatternMatch {
    let range: Range<Int>
    let pattern: PasswordPattern
    let guesses: Double

    /// The fewest guesses for a part of several characters, as in zxcvbn: an
    /// attacker doesn't know where it is.
    private static let fewestGuesses = 50.0

    init(_ range: Range<Int>, _ pattern: PasswordPattern, guesses: Double) {
        self.range = range
        self.pattern = pattern
        self.guesses = max(guesses, Self.fewestGuesses)
    }

    /// All but repetitions, whose cost depends on these.
    static func simple(in password: FoldedPassword) -> [PatternMatch] {
        words(in: password) + sequences(in: password.folded) + keyboardRuns(in: password.folded)
            + dates(in: password.folded)
    }

    // MARK: Words

    private static let substitutes: [Unicode.Scalar: Unicode.Scalar] = [
        "4": "a", "@": "a", "8": "b", "3": "e", "6": "g", "9": "g", "1": "i", "!": "i", "|": "l", "0": "o", "5": "s",
        "$": "s", "7": "t", "+": "t", "2": "z",
    ]

    private static func words(in password: FoldedPassword) -> [PatternMatch] {
        let folded = password.folded
        let restored = folded.map { substitutes[$0] ?? $0 }
        // A 1 stands for an l as well.
        let others = restored.indices.map { folded[$0] == "1" ? "l" : restored[$0] }
        return folded.indices.flatMap { start in
            stride(from: start + 2, to: min(folded.count, start + CommonWords.longest), by: 1).compactMap { last in
                let range = start..<(last + 1)
                let plain = rank(folded[range]).map(Double.init)
                let exchanged = (rank(restored[range]) ?? rank(others[range])).map { Double($0) * 4 }
                guard let rank = [plain, exchanged].compactMap({ $0 }).min() else { return nil }
                return PatternMatch(range, .word, guesses: rank * capitals(password.scalars[range]))
            }
        }
    }

    /// The rank of a word, written forwards or backwards.
    private static func rank(_ word: ArraySlice<Unicode.Scalar>) -> Int? {
        CommonWords.rank(word) ?? CommonWords.rank(word.reversed()).map { $0 * 2 }
    }

    /// How many ways of writing capitals are tried: the first letter, the last,
    /// or all of them come soon.
    private static func capitals(_ word: ArraySlice<Unicode.Scalar>) -> Double {
        let capitals = word.filter(\.properties.isUppercase).count
        if capitals == 0 { return 1 }
        let isUsual =
            capitals == word.count
            || capitals == 1 && [word.first, word.last].contains { $0?.properties.isUppercase == true }
        return isUsual ? 2 : Double(word.count * capitals)
    }

    // MARK: Repetitions

    /// What comes again and again, each with the shortest unit that does.
    ///
    /// - Parameter cost: Tells how many guesses a unit takes.
    static func repetitions(in text: [Unicode.Scalar], cost: (Range<Int>) -> Double) -> [PatternMatch] {
        var matches: [PatternMatch] = []
        for period in stride(from: 1, through: text.count / 2, by: 1) {
            var start = 0
            while start + 2 * period <= text.count {
                var end = start + period
                while end < text.count, text[end] == text[end - period] { end += 1 }
                let times = (end - start) / period, next = end - period + 1
                let isNew = !matches.contains { $0.range.lowerBound <= start && end <= $0.range.upperBound }
                if times >= (period == 1 ? 3 : 2), isNew {
                    let guesses = cost(start..<(start + period)) * Double(times)
                    matches.append(PatternMatch(start..<end, .repetition, guesses: guesses))
                }
                start = next
            }
        }
        return matches
    }

    // MARK: Sequences

    private static func sequences(in text: [Unicode.Scalar]) -> [PatternMatch] {
        runs(in: text, atLeast: 3) { previous, next in
            let step = Int(next.value) - Int(previous.value)
            return abs(step) == 1 ? step : nil
        }.map { range, step in
            let isObvious = ["a", "z", "0", "1", "9"].contains(text[range.lowerBound])
            let starts = isObvious ? 4.0 : (0x30...0x39).contains(text[range.lowerBound].value) ? 10 : 26
            return PatternMatch(
                range, .sequence, guesses: starts * Double(range.count) * (step < 0 ? 2 : 1))
        }
    }

    /// The longest runs whose neighbours have the same relation.
    private static func runs(
        in text: [Unicode.Scalar], atLeast minimum: Int,
        _ relation: (Unicode.Scalar, Unicode.Scalar) -> Int?
    ) -> [(range: Range<Int>, relation: Int)] {
        var runs: [(Range<Int>, Int)] = []
        var start = 0
        while start + 1 < text.count {
            guard let first = relation(text[start], text[start + 1]) else {
                start += 1
                continue
            }
            var end = start + 2
            while end < text.count, relation(text[end - 1], text[end]) == first { end += 1 }
            if end - start >= minimum { runs.append((start..<end, first)) }
            start = end - 1
        }
        return runs
    }

    // MARK: Keyboard

    /// Rows and columns of keyboards, in English and in Spanish.
    private static let keyboardLines: [[Unicode.Scalar]] = [
        "`1234567890-=", "qwertyuiop[]", "asdfghjkl;'", "zxcvbnm,./", "asdfghjklñ", "zxcvbnm,.-",
        "1qaz2wsx3edc4rfv5tgb6yhn7ujm",
        "qazwsxedcrfvtgbyhnujm", "!@#$%^&*()", "!\"·$%&/()=", "qwertzuiop", "azertyuiop",
    ].map { Array($0.unicodeScalars) }

    private static let keyboardNeighbours: [Unicode.Scalar: [Unicode.Scalar: Int]] = {
        var neighbours: [Unicode.Scalar: [Unicode.Scalar: Int]] = [:]
        for (line, keys) in keyboardLines.enumerated() {
            for (left, right) in zip(keys, keys.dropFirst()) {
                neighbours[left, default: [:]][right, default: 0] |= 1 << (2 * line)
                neighbours[right, default: [:]][left, default: 0] |= 2 << (2 * line)
            }
        }
        return neighbours
    }()

    private static func keyboardRuns(in text: [Unicode.Scalar]) -> [PatternMatch] {
        text.indices.compactMap { start in
            // The lines, each in one of its directions, on which all keys lie.
            var lines = -1
            var end = start + 1
            while end < text.count, let shared = keyboardNeighbours[text[end - 1]]?[text[end]], lines & shared != 0 {
                lines &= shared
                end += 1
            }
            guard end - start >= 4 else { return nil }
            return PatternMatch(start..<end, .keyboard, guesses: 40 * Double(end - start))
        }
    }

    // MARK: Dates

    private static func dates(in text: [Unicode.Scalar]) -> [PatternMatch] {
        text.indices.flatMap { start in
            (4...10).compactMap { length in
                guard start + length <= text.count else { return nil }
                let range = start..<(start + length)
                return CalendarDate.guesses(of: text[range]).map { PatternMatch(range, .date, guesses: $0) }
            }
        }
    }
}
