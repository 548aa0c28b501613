public import FoundationEssentials
import Glibc

/// Times as people say them: in their time zone (`TZ`), and in the order of their
/// locale (`LC_TIME`). Programs get them in ISO 8601.
extension LocalizedText {
    /// How long ago something was, for a week; then the day it was here: `3 h
    /// ago`, `12 Mar 2026`.
    ///
    /// Clocks that differ a little make no future.
    public static func since(_ time: Date, at now: Date) -> LocalizedText {
        since(time, at: now, in: .here)
    }

    package static func since(_ time: Date, at now: Date, in region: TimeRegion) -> LocalizedText {
        let seconds = now.timeIntervalSince(time)
        guard seconds < week, let (count, unit) = largestUnit(of: seconds) else {
            return seconds < week ? LocalizedText(en: "just now", es: "ahora mismo") : day(of: time, in: region)
        }
        return LocalizedText(en: "\(count) \(unit) ago", es: "hace \(count) \(unit)")
    }

    /// In how long something will be, up to a week; then the day it will be here:
    /// `in 3 h`, `12 Mar 2026`.
    public static func until(_ time: Date, at now: Date) -> LocalizedText {
        until(time, at: now, in: .here)
    }

    package static func until(_ time: Date, at now: Date, in region: TimeRegion) -> LocalizedText {
        let seconds = time.timeIntervalSince(now)
        guard seconds < week, let (count, unit) = largestUnit(of: seconds) else {
            return seconds < week ? LocalizedText(en: "in a moment", es: "en un momento") : day(of: time, in: region)
        }
        return LocalizedText(en: "in \(count) \(unit)", es: "en \(count) \(unit)")
    }

    /// How long ago something was, for a week, and when: `3 h ago · 12 Mar 2026,
    /// 14:05`.
    public static func when(_ time: Date, at now: Date) -> LocalizedText {
        when(time, at: now, in: .here)
    }

    package static func when(_ time: Date, at now: Date, in region: TimeRegion) -> LocalizedText {
        let since = since(time, at: now, in: region), moment = moment(time, in: region)
        guard now.timeIntervalSince(time) < week else { return moment }
        return LocalizedText(
            en: "\(since.english) · \(moment.english)", es: "\(since.spanish) · \(moment.spanish)")
    }

    /// The day and the time of day here: `12 Mar 2026, 14:05`.
    public static func moment(_ time: Date) -> LocalizedText {
        moment(time, in: .here)
    }

    package static func moment(_ time: Date, in region: TimeRegion) -> LocalizedText {
        unsafe moment(parts(of: time, isHere: true), in: region)
    }

    /// The same in UTC, for somebody whose time zone isn't known: `12 Mar 2026,
    /// 13:05 UTC`.
    public static func momentInUTC(_ time: Date) -> LocalizedText {
        unsafe moment(parts(of: time, isHere: false), in: .world) + LocalizedText(verbatim: "UTC")
    }

    /// The day in UTC, for somebody whose time zone isn't known: `12 Mar 2026`.
    public static func dayInUTC(of time: Date) -> LocalizedText {
        unsafe day(parts(of: time, isHere: false), in: .world)
    }

    private static let week = 7 * 86_400.0

    /// nil for less than a minute.
    private static func largestUnit(of seconds: Double) -> (count: Int, name: String)? {
        let units: [(seconds: Double, name: String)] = [(86_400, "d"), (3_600, "h"), (60, "min")]
        return units.first { seconds >= $0.seconds }.map { (Int(seconds / $0.seconds), $0.name) }
    }

    private static func parts(of time: Date, isHere: Bool) -> tm {
        // The years 0 to 9999: a wrong clock must not end the program.
        var seconds = time_t(min(max(time.timeIntervalSince1970.rounded(.down), -62_167_219_200), 253_402_300_799))
        var parts = unsafe tm()
        _ = unsafe isHere ? localtime_r(&seconds, &parts) : gmtime_r(&seconds, &parts)
        return unsafe parts
    }

    /// The day of a time here: `12 Mar 2026`.
    public static func day(of time: Date) -> LocalizedText {
        day(of: time, in: .here)
    }

    private static func day(of time: Date, in region: TimeRegion) -> LocalizedText {
        unsafe day(parts(of: time, isHere: true), in: region)
    }

    private static func moment(_ parts: tm, in region: TimeRegion) -> LocalizedText {
        let day = unsafe day(parts, in: region), clock = unsafe clock(parts, in: region)
        return LocalizedText(
            en: "\(day.english), \(clock.english)", es: "\(day.spanish), \(clock.spanish)")
    }

    private static func day(_ parts: tm, in region: TimeRegion) -> LocalizedText {
        let year = unsafe Int(parts.tm_year) + 1_900, day = unsafe parts.tm_mday
        let month = unsafe (english: months.english[Int(parts.tm_mon)], spanish: months.spanish[Int(parts.tm_mon)])
        return LocalizedText(
            en: region == .world ? "\(day) \(month.english) \(year)" : "\(month.english) \(day), \(year)",
            es: "\(day) \(month.spanish) \(year)")
    }

    private static func clock(_ parts: tm, in region: TimeRegion) -> LocalizedText {
        let minutes = unsafe (parts.tm_min < 10 ? ":0" : ":") + "\(parts.tm_min)", hour = unsafe parts.tm_hour
        let whole = LocalizedText(verbatim: "\(hour)\(minutes)")
        guard region == .northAmerica else { return whole }
        // Noon is 12 PM there, and midnight 12 AM.
        let half = "\((hour + 11) % 12 + 1)\(minutes) \(hour < 12 ? "AM" : "PM")"
        return LocalizedText(en: half, es: whole.spanish)
    }

    private static let months = (
        english: ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"],
        spanish: ["ene", "feb", "mar", "abr", "may", "jun", "jul", "ago", "sep", "oct", "nov", "dic"]
    )
}
