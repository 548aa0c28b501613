import FoundationEssentials

/// Where times are written in an order of their own, though the language is the
/// same.
package enum TimeRegion: Sendable {
    /// `12 Mar 2026, 14:05`.
    case world
    /// `Mar 12, 2026, 2:05 PM`; in Spanish as elsewhere.
    case northAmerica

    /// That of the program's locale.
    package static let here = TimeRegion(environment: ProcessInfo.processInfo.environment)

    /// Reads the region of the locale for times: the first of `LC_ALL`, `LC_TIME`
    /// and `LANG` that is set (POSIX, section 8.2).
    ///
    /// The locale needn't be installed.
    package init(environment: [String: String]) {
        let locale = ["LC_ALL", "LC_TIME", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? ""
        let territory = locale.drop { $0 != "_" }.dropFirst().prefix { $0.isLetter }
        self = Self.northAmerican.contains(territory.uppercased()) ? .northAmerica : .world
    }

    /// As CLDR has it: the United States with what belongs to them, and who
    /// learned from them.
    private static let northAmerican: Set = [
        "AS", "CA", "FM", "GU", "MH", "MP", "PH", "PR", "PW", "UM", "US", "VI",
    ]
}
