package import FoundationEssentials

/// A time as header fields have it.
package enum HTTPDate {
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// Reads `Sun, 06 Nov 1994 08:49:37 GMT`, the one form in which times are
    /// sent today (RFC 9110, section 5.6.7); nil for any other.
    package static func parse(_ text: String) -> Date? {
        let parts = text.split(separator: " ", omittingEmptySubsequences: false)
        guard parts.count == 6, parts[0].hasSuffix(","), parts[5] == "GMT",
            let day = number(parts[1], 1...31), let month = months.firstIndex(of: String(parts[2])),
            let year = number(parts[3], 1970...9999)
        else { return nil }
        let time = parts[4].split(separator: ":", omittingEmptySubsequences: false)
        guard time.count == 3, let hour = number(time[0], 0...23), let minute = number(time[1], 0...59),
            let second = number(time[2], 0...60)
        else { return nil }
        let seconds = ((days(year, month + 1, day) * 24 + hour) * 60 + minute) * 60 + second
        return Date(timeIntervalSince1970: Double(seconds))
    }

    /// Writes that form.
    package static func text(of date: Date) -> String {
        let seconds = Int(date.timeIntervalSince1970.rounded(.down))
        let days = Int((Double(seconds) / 86_400).rounded(.down)), rest = seconds - days * 86_400
        let (year, month, day) = civil(days)
        // The first day of 1970 was a Thursday.
        let weekday = weekdays[((days % 7) + 7 + 4) % 7]
        return "\(weekday), \(padded(day)) \(months[month - 1]) \(year) "
            + "\(padded(rest / 3_600)):\(padded(rest / 60 % 60)):\(padded(rest % 60)) GMT"
    }

    private static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]

    private static func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

    /// The date of a number of days since 1970; the inverse of `days`.
    private static func civil(_ days: Int) -> (year: Int, month: Int, day: Int) {
        let shifted = days + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let part = (5 * dayOfYear + 2) / 153
        let month = part < 10 ? part + 3 : part - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * part + 2) / 5 + 1)
    }

    private static func number(_ text: Substring, _ range: ClosedRange<Int>) -> Int? {
        Int(text).flatMap { range.contains($0) ? $0 : nil }
    }

    /// The days since 1970.
    ///
    /// Years that begin in March have their leap day at
    /// the end, and months of 153 days in five.
    private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
        let year = month > 2 ? year : year - 1
        let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
        return year * 365 + year / 4 - year / 100 + year / 400 + dayOfYear - 719_468
    }
}
