/// A language in which the product speaks.
public enum Language: String, CaseIterable, Sendable, Codable {
    /// English, also the language of last resort.
    case english = "en"
    /// Spanish.
    case spanish = "es"

    /// Reads a language from a tag such as `es`, `es-AR` or `es_AR.UTF-8`.
    ///
    /// - Returns: nil for a language that the product doesn't speak.
    public init?(tag: some StringProtocol) {
        let primary = tag.prefix { $0.isLetter }.lowercased()
        guard let language = Language(rawValue: primary) else { return nil }
        self = language
    }

    /// Chooses the language of a program: an explicit choice, else the first
    /// of `LC_ALL`, `LC_MESSAGES` and `LANG` that is set (POSIX, section 8.2),
    /// else English.
    public static func preferred(explicit: Language? = nil, environment: [String: String]) -> Language {
        if let explicit { return explicit }
        let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
        return locale.flatMap { Language(tag: $0) } ?? .english
    }

    /// Chooses the language of an answer from an `Accept-Language` value: the
    /// one of highest quality that the product speaks, the first of equals
    /// (RFC 9110, section 12.5.4), else English.
    public static func negotiated(acceptLanguage: String?) -> Language {
        var best: (language: Language, quality: Double)?
        // A header is bounded by the server; the count bounds the work here.
        for range in (acceptLanguage ?? "").split(separator: ",").prefix(32) {
            let parts = range.split(separator: ";").map { $0.filter { $0 != " " } }
            guard let tag = parts.first else { continue }
            let weight = parts.dropFirst().first { $0.lowercased().hasPrefix("q=") }
            let quality = weight.map { Double($0.dropFirst(2)) ?? 0 } ?? 1
            guard let language = tag == "*" ? .english : Language(tag: tag), quality > 0 else { continue }
            if quality > best?.quality ?? 0 { best = (language, quality) }
        }
        return best?.language ?? .english
    }
}
