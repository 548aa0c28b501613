import Localization
import ScreensAPI

/// How somebody wants all screens is said by the document itself, so that it
/// holds before the first paint.
extension Surroundings {
    /// What the document says of itself, to the style sheet and to scripts; what
    /// nobody chose isn't said.
    var marks: [Attribute] {
        [Attribute("lang", language.rawValue)]
            + (preferences.theme.isExplicit ? [Attribute("data-theme", preferences.theme.rawValue)] : [])
            + (preferences.usesKeys ? [] : [Attribute("data-keys", "off")])
            + (preferences.masks ? [] : [Attribute("data-masks", "off")])
    }
}

extension ScreenPreferences {
    /// What is painted while the style sheet isn't there yet (HTML Living
    /// Standard, section 4.2.5.1).
    var colorScheme: String { theme.isExplicit ? theme.rawValue : "light dark" }
}
