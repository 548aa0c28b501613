/// Recognises dates of people's lives.
enum CalendarDate {
    /// The years that people write.
    private static let years = 1_900...2_049
    private static let days = 366.0

    /// After how many guesses a date is found; nil if the text is none.
    static func guesses(of text: ArraySlice<Unicode.Scalar>) -> Double? {
        var numbers: [(value: Int, length: Int)] = []
        var separators: Set<Unicode.Scalar> = []
        var isInNumber = false
        for scalar in text {
            if (0x30...0x39).contains(scalar.value) {
                let digit = Int(scalar.value) - 0x30
                if isInNumber, let last = numbers.last {
                    numbers[numbers.count - 1] = (last.value * 10 + digit, last.length + 1)
                } else {
                    numbers.append((digit, 1))
                }
                isInNumber = true
            } else {
                guard isInNumber, "-/._ ".unicodeScalars.contains(scalar) else { return nil }
                separators.insert(scalar)
                isInNumber = false
            }
        }
        guard isInNumber, separators.count <= 1 else { return nil }
        return separators.isEmpty ? together(numbers) : apart(numbers)
    }

    private static func together(_ numbers: [(value: Int, length: Int)]) -> Double? {
        guard let (value, length) = numbers.first else { return nil }
        switch length {
        case 4: return years.contains(value) ? Double(years.count) : nil
        case 6:
            let isDate = isDay(value / 10_000, value / 100 % 100) || isDay(value % 100, value / 100 % 100)
            return isDate ? days * 100 : nil
        case 8:
            let yearFirst = years.contains(value / 10_000) && isDay(value % 100, value / 100 % 100)
            let yearLast = years.contains(value % 10_000) && isDay(value / 1_000_000, value / 10_000 % 100)
            return yearFirst || yearLast ? days * Double(years.count) : nil
        default: return nil
        }
    }

    private static func apart(_ numbers: [(value: Int, length: Int)]) -> Double? {
        guard numbers.count == 3, numbers[1].length <= 2 else { return nil }
        let (first, last) = (numbers[0], numbers[2])
        let isYear = { (number: (value: Int, length: Int)) in
            number.length == 2 || number.length == 4 && years.contains(number.value)
        }
        let yearLast = first.length <= 2 && isYear(last) && isDay(first.value, numbers[1].value)
        let yearFirst = last.length <= 2 && isYear(first) && isDay(last.value, numbers[1].value)
        // With four signs that may stand between the numbers.
        return yearLast || yearFirst ? days * Double(years.count) * 4 : nil
    }

    /// Whether the numbers are a day and a month, in whichever order.
    private static func isDay(_ first: Int, _ second: Int) -> Bool {
        (1...31).contains(first) && (1...12).contains(second) || (1...12).contains(first) && (1...31).contains(second)
    }
}
