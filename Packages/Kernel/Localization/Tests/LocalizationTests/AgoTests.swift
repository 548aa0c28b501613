import Localization
import Testing

struct AgoTests {
    private static let day = 86_400.0
    private static let times: [(Double, String, String)] = [
        (-5, "just now", "ahora mismo"),
        (0, "just now", "ahora mismo"),
        (59.9, "just now", "ahora mismo"),
        (60, "1 min ago", "hace 1 min"),
        (3_599, "59 min ago", "hace 59 min"),
        (3_600, "1 h ago", "hace 1 h"),
        (86_399, "23 h ago", "hace 23 h"),
        (day, "1 d ago", "hace 1 d"),
        (364 * day, "364 d ago", "hace 364 d"),
        (365 * day, "1 year ago", "hace 1 año"),
        (800 * day, "2 years ago", "hace 2 años"),
        (.infinity, "1000000 years ago", "hace 1000000 años"),
    ]

    @Test(arguments: times) func saysHowLongAgoSomethingWas(seconds: Double, english: String, spanish: String) {
        #expect(LocalizedText.ago(seconds: seconds) == LocalizedText(en: english, es: spanish))
    }
}
