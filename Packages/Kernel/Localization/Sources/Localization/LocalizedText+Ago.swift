extension LocalizedText {
    /// How long ago something was, in its largest unit; clocks that differ a
    /// little make no future.
    ///
    /// - Parameter seconds: How many seconds have passed since.
    public static func ago(seconds: Double) -> LocalizedText {
        let year = 365.0 * 86_400
        if seconds >= year {
            let years = Int(min(seconds / year, 1_000_000))
            return years == 1
                ? LocalizedText(en: "1 year ago", es: "hace 1 año")
                : LocalizedText(en: "\(years) years ago", es: "hace \(years) años")
        }
        let units: [(seconds: Double, name: String)] = [(86_400, "d"), (3_600, "h"), (60, "min")]
        guard let unit = units.first(where: { seconds >= $0.seconds }) else {
            return LocalizedText(en: "just now", es: "ahora mismo")
        }
        let count = Int(seconds / unit.seconds)
        return LocalizedText(en: "\(count) \(unit.name) ago", es: "hace \(count) \(unit.name)")
    }
}
