import FoundationEssentials
import Glibc
import Localization
import Testing

/// Times for people; `TZ` and the locale are those of whoever runs the tests.
struct TimeTests {
    private static let now = Date(timeIntervalSince1970: 1_768_000_000)
    private static let day = 86_400.0
    private static let past: [(Double, String, String)] = [
        (-5, "just now", "ahora mismo"),
        (0, "just now", "ahora mismo"),
        (59.9, "just now", "ahora mismo"),
        (60, "1 min ago", "hace 1 min"),
        (3_599, "59 min ago", "hace 59 min"),
        (3_600, "1 h ago", "hace 1 h"),
        (86_399, "23 h ago", "hace 23 h"),
        (day, "1 d ago", "hace 1 d"),
        (7 * day - 1, "6 d ago", "hace 6 d"),
        (30 * day, "10 Dec 2025", "10 dic 2025"),
        (60 * 365 * day, "24 Jan 1966", "24 ene 1966"),
    ]

    @Test(arguments: past) func saysHowLongAgoSomethingWasThenWhichDay(
        seconds: Double, english: String, spanish: String
    ) {
        let text = LocalizedText.since(Self.now.addingTimeInterval(-seconds), at: Self.now, in: .world)
        #expect(text == LocalizedText(en: english, es: spanish))
    }

    @Test(arguments: [
        (-5, "in a moment", "en un momento"), (90, "in 1 min", "en 1 min"), (7_300, "in 2 h", "en 2 h"),
        (3 * day, "in 3 d", "en 3 d"), (30 * day, "8 Feb 2026", "8 feb 2026"),
    ])
    func saysInHowLongSomethingWillBe(seconds: Double, english: String, spanish: String) {
        let text = LocalizedText.until(Self.now.addingTimeInterval(seconds), at: Self.now, in: .world)
        #expect(text == LocalizedText(en: english, es: spanish))
    }

    @Test func aWrongClockDoesNoHarm() {
        for time in [Date.distantPast, .distantFuture, Date(timeIntervalSince1970: .infinity)] {
            #expect(!LocalizedText.since(time, at: Self.now).english.isEmpty)
            #expect(
                !LocalizedText.moment(time).spanish.isEmpty && !LocalizedText.when(time, at: Self.now).english.isEmpty)
        }
    }

    @Test func whoIsElsewhereGetsUTC() {
        #expect(
            LocalizedText.momentInUTC(Self.now)
                == LocalizedText(en: "9 Jan 2026, 23:06 UTC", es: "9 ene 2026, 23:06 UTC"))
        #expect(LocalizedText.dayInUTC(of: Self.now) == LocalizedText(en: "9 Jan 2026", es: "9 ene 2026"))
    }

    /// Times of day are those of the time zone, which a child process can have
    /// of its own: AcceptanceTests do that.
    @Test func theTimeHereIsThatOfTheTimeZone() {
        var seconds = time_t(Self.now.timeIntervalSince1970), parts = tm()
        localtime_r(&seconds, &parts)
        let clock = "\(parts.tm_hour):\(parts.tm_min < 10 ? "0" : "")\(parts.tm_min)"
        #expect(LocalizedText.moment(Self.now, in: .world).english.hasSuffix(" Jan 2026, \(clock)"))
    }

    @Test(
        arguments: [
            (["LC_ALL": "en_US.UTF-8", "LC_TIME": "en_GB.UTF-8"], TimeRegion.northAmerica),
            (["LC_ALL": "", "LC_TIME": "en_US", "LANG": "es_ES.UTF-8"], .northAmerica),
            (["LC_TIME": "en_GB.UTF-8", "LANG": "en_US.UTF-8"], .world), (["LANG": "en_CA.utf8"], .northAmerica),
            (["LANG": "en_USX"], .world), (["LC_ALL": "C.UTF-8", "LANG": "en_US.UTF-8"], .world),
            (["LC_ALL": "es_ES.UTF-8"], .world), (["LC_ALL": "us"], .world), ([:], .world),
        ])
    func theLocaleForTimesSaysInWhichOrder(environment: [String: String], region: TimeRegion) {
        #expect(TimeRegion(environment: environment) == region)
    }

    @Test(arguments: [
        (0, "Jan 2, 1970, 12:00 AM", "2 Jan 1970, 0:00"), (11, "Jan 2, 1970, 11:00 AM", "2 Jan 1970, 11:00"),
        (12, "Jan 2, 1970, 12:00 PM", "2 Jan 1970, 12:00"), (23, "Jan 2, 1970, 11:00 PM", "2 Jan 1970, 23:00"),
    ])
    func theOrderAndTheHoursAreThoseOfTheRegion(hour: Int, american: String, british: String) {
        // Noon of this day, wherever the tests run, less its offset.
        var parts = tm(), day = time_t(86_400)
        localtime_r(&day, &parts)
        (parts.tm_mday, parts.tm_mon, parts.tm_year, parts.tm_hour, parts.tm_min) = (2, 0, 70, Int32(hour), 0)
        let time = Date(timeIntervalSince1970: Double(mktime(&parts)))
        #expect(LocalizedText.moment(time, in: .northAmerica).english == american)
        #expect(LocalizedText.moment(time, in: .world).english == british)
        let spanish = LocalizedText.moment(time, in: .world).spanish
        #expect(LocalizedText.moment(time, in: .northAmerica).spanish == spanish && spanish.hasPrefix("2 ene 1970, "))
    }

    @Test func relativeAndExactStandTogetherForAWeek() {
        let time = Self.now.addingTimeInterval(-7_300), moment = LocalizedText.moment(time, in: .world)
        #expect(
            LocalizedText.when(time, at: Self.now, in: .world)
                == LocalizedText(en: "2 h ago · \(moment.english)", es: "hace 2 h · \(moment.spanish)"))
        let old = Self.now.addingTimeInterval(-8 * Self.day)
        #expect(LocalizedText.when(old, at: Self.now, in: .world) == LocalizedText.moment(old, in: .world))
    }
}
