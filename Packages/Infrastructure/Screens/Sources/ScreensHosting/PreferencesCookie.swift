import HTTPServingAPI
import HTTPTypes
import Localization
import ScreensAPI

/// The cookie by which a browser says how screens are wanted.
///
/// It says nothing of anybody, so it is there for strangers, too; what somebody
/// chose is in their own browser and nowhere else. Whoever chose nothing has
/// none. What is masked is asked anew when somebody else may be in front of the
/// browser.
struct PreferencesCookie: Sendable {
    private let name: String
    private let attributes: String
    private let shown: String?

    /// - Parameter request: One that came from the browser.
    init(for request: ServerRequest) {
        // Browsers keep the prefix from other names, and refuse it where others can read on the way.
        let isPrivate = request.isUnreadableOnTheWay
        name = (isPrivate ? "__Host-" : "") + "essential-preferences" + request.cookieSuffix
        attributes = "Path=/; HttpOnly; SameSite=Lax" + (isPrivate ? "; Secure" : "")
        shown = request.cookies(named: name).first.map(String.init)
    }

    private enum Word: String {
        case keys = "no-keys", masks = "no-masks"
    }

    /// What the browser says; what can't be read says nothing.
    var preferences: ScreenPreferences {
        guard let shown else { return ScreenPreferences() }
        let words = shown.split(separator: ".", maxSplits: 8).map(String.init)
        return ScreenPreferences(
            theme: words.lazy.compactMap(Theme.init).first ?? .system,
            language: words.lazy.compactMap(Language.init(rawValue:)).first,
            usesKeys: !words.contains(Word.keys.rawValue), masks: !words.contains(Word.masks.rawValue))
    }

    /// The field that has the browser say it from now on.
    func set(_ preferences: ScreenPreferences) -> String {
        let words =
            (preferences.theme.isExplicit ? [preferences.theme.rawValue] : [])
            + (preferences.language.map { [$0.rawValue] } ?? [])
            + (preferences.usesKeys ? [] : [Word.keys.rawValue]) + (preferences.masks ? [] : [Word.masks.rawValue])
        let age = words.isEmpty ? 0 : BrowserCookie.lifetime
        return "\(name)=\(words.joined(separator: ".")); \(attributes); Max-Age=\(age)"
    }
}

extension ServerRequest {
    /// How screens are wanted where it came from.
    var preferences: ScreenPreferences { PreferencesCookie(for: self).preferences }

    /// The same in the language that was chosen, for whatever answers it.
    var inChosenLanguage: ServerRequest {
        guard let language = preferences.language else { return self }
        var request = self
        request.fields[.acceptLanguage] = language.rawValue
        return request
    }
}
