public import Localization

/// Whether screens are light or dark.
public enum Theme: String, CaseIterable, Sendable {
    /// Dark ink on light paper.
    case light
    /// Light ink on dark paper.
    case dark
    /// What the person's system says.
    case system

    /// Whether somebody chose it, and not their system.
    public var isExplicit: Bool { self != .system }
    /// Whether it is dark whatever the system says.
    public var prefersDark: Bool { self == .dark }
}

/// How somebody wants all screens to be in their browser.
public struct ScreenPreferences: Hashable, Sendable {
    /// Whether they are light or dark.
    public var theme: Theme
    /// In which language they are; nil for what the browser says.
    public var language: Language?
    /// Whether single keys do something (WCAG 2.2, 2.1.4).
    public var usesKeys: Bool
    /// Whether what is sensitive is masked until it is asked for.
    public var masks: Bool

    /// Creates preferences; those of somebody who chose nothing unless told.
    public init(theme: Theme = .system, language: Language? = nil, usesKeys: Bool = true, masks: Bool = true) {
        self.theme = theme
        self.language = language
        self.usesKeys = usesKeys
        self.masks = masks
    }
}
