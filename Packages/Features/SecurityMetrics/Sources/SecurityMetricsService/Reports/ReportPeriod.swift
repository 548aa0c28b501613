import ConfigurationAPI
package import FoundationEssentials

/// Whole days in UTC, of which a report tells.
package struct ReportPeriod: Hashable, Sendable {
    private static let day: TimeInterval = 86_400

    /// The days, counted from 1 January 1970.
    package let days: Range<Int>

    package init(days: Range<Int>) {
        self.days = days
    }

    /// The latest days, with the present one.
    package init(latest count: Int, at now: Date) {
        let today = Self.day(of: now)
        self.init(days: today + 1 - count..<today + 1)
    }

    /// As many days before them.
    package var before: ReportPeriod { ReportPeriod(days: days.lowerBound - days.count..<days.lowerBound) }

    package var begin: Date { Date(timeIntervalSince1970: Double(days.lowerBound) * Self.day) }
    package var end: Date { Date(timeIntervalSince1970: Double(days.upperBound) * Self.day) }

    /// The days as events write them.
    var names: [String] {
        days.map { String(AuditRecord.text(of: Date(timeIntervalSince1970: Double($0) * Self.day)).prefix(10)) }
    }

    static func day(of time: Date) -> Int { Int((time.timeIntervalSince1970 / day).rounded(.down)) }
}

/// How often operators get a report (METRIC-11).
enum ReportCadence: String, CaseIterable, ConfigurationValue {
    case off, daily, weekly

    /// 5 January 1970, the first Monday.
    private static let monday = 4

    /// The latest period that is over; nil where none is told of.
    func latestPeriod(before now: Date) -> ReportPeriod? {
        let today = ReportPeriod.day(of: now)
        switch self {
        case .off: return nil
        case .daily: return ReportPeriod(days: today - 1..<today)
        case .weekly:
            let weekday = ((today - Self.monday) % 7 + 7) % 7
            return ReportPeriod(days: today - weekday - 7..<today - weekday)
        }
    }
}
