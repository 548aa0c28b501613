public import Localization
public import PluginKit
public import Presenting

/// The settings of one plugin, and what they have to do with one another.
///
/// ```swift
/// enum LoginSettings {
///     static let failures = ConfigurationKey("lockout.failures", default: 5, …)
///     static let section = ConfigurationSection(LocalizedText(en: "Logins", es: "Inicios de sesión"), failures, …)
/// }
///
/// public static let declarations = Contributions(LoginSettings.section, to: ConfigurationSections.self)
/// ```
public struct ConfigurationSection: Sendable {
    /// Finds what doesn't go together.
    public typealias Check = @Sendable (Configuration) -> [any SettingsError]

    /// What the settings are about.
    public let title: LocalizedText
    /// The settings, in the order in which they are reported.
    public let declarations: [ConfigurationDeclaration]
    /// Finds what doesn't go together.
    public let check: Check

    /// Creates a section.
    ///
    /// - Parameters:
    ///   - title: What the settings are about.
    ///   - keys: The settings, in the order in which they are reported.
    ///   - check: Finds what doesn't go together, all of it; it makes and changes
    ///     nothing.
    public init<each Value>(
        _ title: LocalizedText, _ keys: repeat ConfigurationKey<each Value>, check: @escaping Check = { _ in [] }
    ) {
        self.title = title
        var declarations: [ConfigurationDeclaration] = []
        repeat declarations.append((each keys).declaration)
        self.declarations = declarations
        self.check = check
    }
}

/// Collects what can be configured of all plugins; they declare it.
public enum ConfigurationSections: ExtensionPoint {
    /// A section.
    public typealias Value = ConfigurationSection
}

/// Collects those who take new values of reloadable settings in a program that
/// runs.
public enum ConfigurationFollowers: ExtensionPoint {
    /// Takes the configuration as it is from now on; it is called from one task
    /// after another, and must not block.
    public typealias Value = @Sendable (Configuration) -> Void
}

/// An error that is about settings: whoever chooses others is rid of it.
public protocol SettingsError: PresentableError {
    /// The names of the keys that it is about, as they stand in the file.
    var settings: Set<String> { get }
}

/// Settings that don't go together, or one that can't be used as things are.
public struct UnusableSettings: SettingsError, Hashable {
    /// What is wrong, and what to set instead.
    public let text: LocalizedText
    /// The names of the keys that it is about.
    public let settings: Set<String>

    /// Creates an error.
    public init(_ settings: Set<String>, _ text: LocalizedText) {
        self.settings = settings
        self.text = text
    }

    /// The word `invalid_configuration`.
    public var code: String { "invalid_configuration" }
    /// Somebody chose it.
    public var nature: FailureNature { .input }
}
