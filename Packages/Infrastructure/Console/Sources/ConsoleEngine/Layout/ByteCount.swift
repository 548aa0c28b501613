package import Localization

/// A number of bytes as people read it, in powers of a thousand (SI).
package enum ByteCount {
    /// `17 B`, `1.2 kB`, `27.0 MB`; with a decimal comma in Spanish.
    package static func text(_ count: Int64, in language: Language) -> String {
        guard count >= 1_000 else { return "\(count) B" }
        var divisor: Int64 = 1_000
        var units = ["kB", "MB", "GB", "TB"][...]
        while units.count > 1, count / divisor >= 1_000 {
            divisor *= 1_000
            units = units.dropFirst()
        }
        let tenths = count / (divisor / 10)
        let separator = language == .english ? "." : ","
        return "\(tenths / 10)\(separator)\(tenths % 10) \(units.first ?? "B")"
    }
}
