public import Localization

/// A key without its type: what a program knows about one of its settings.
public struct ConfigurationDeclaration: Sendable {
    /// The name, as it stands in the file.
    public let name: String
    /// What the setting is for.
    public let summary: LocalizedText
    /// What the document of the configuration says after the summary.
    public let detail: String?
    /// A short flag of the command that starts the program; nil for none.
    public let shorthand: ConfigurationShorthand?
    /// Whether a program that runs takes a new value.
    public let isReloadable: Bool
    /// Which values are allowed.
    public let allowed: LocalizedText
    /// Which values are allowed, without what is said of their type if there is
    /// more to say: “from 1m to 1h”.
    public let bounds: LocalizedText
    /// The value where nothing else is said, as text; `<redacted>` if it's secret, and
    /// empty if there is none.
    public let defaultText: String
    /// Whether the value never shows in print.
    public let isSecret: Bool

    package let defaultSetting: Setting
    package let read: @Sendable (ConfigurationElement) -> Setting?

    /// A value and its text.
    package struct Setting: Sendable {
        package let value: any Sendable
        package let text: String
        /// The same for equal values, in this process only.
        ///
        /// Nil for a secret that nobody chose. A secret can't be read from it.
        package let mark: Int?
    }

    private let fill: @Sendable (String) -> ConfigurationDeclaration

    init<Value>(_ key: ConfigurationKey<Value>) {
        name = key.name
        summary = key.summary
        detail = key.detail
        shorthand = key.shorthand
        isReloadable = key.isReloadable
        isSecret = key.isSecret
        allowed = key.rule.describe(Value.allowedText)
        bounds = key.rule.text ?? Value.allowedText
        let isSecret = key.isSecret
        let setting: @Sendable (Value, ConfigurationElement?) -> Setting = { value, element in
            let text = value.configurationText
            guard isSecret else { return Setting(value: value, text: text, mark: text.hashValue) }
            // Whether there is one is no secret.
            return Setting(
                value: value, text: text.isEmpty ? text : Configuration.redacted, mark: element?.description.hashValue)
        }
        defaultSetting = setting(key.defaultValue, nil)
        defaultText = defaultSetting.text
        read = { [rule = key.rule] element in
            guard let value = Value(element), rule.isAllowed(value) else { return nil }
            return setting(value, element)
        }
        fill = { name in key.named(name).declaration }
    }

    /// Whether it stands for several settings, each with a name in it.
    package var isFamily: Bool { ConfigurationFamily.isFamily(name) }

    /// That of one of them.
    package func named(_ name: String) -> ConfigurationDeclaration { fill(name) }

    /// A report of the setting.
    package func entry(text: String, source: ConfigurationSource) -> Configuration.Entry {
        Configuration.Entry(
            name: name, text: text, source: source, summary: summary, allowed: allowed, isSecret: isSecret)
    }

    /// The name of the environment variable.
    public var variable: String {
        Self.variablePrefix + name.uppercased().map { $0 == "." ? "_" : String($0) }.joined()
    }

    /// The flag, with its dashes.
    public var flag: String { "--" + flagName }

    /// The flag without its dashes.
    public var flagName: String { name.map { $0 == "_" ? "-" : String($0) }.joined() }

    /// What the names of all environment variables of the product start with.
    public static let variablePrefix = "ESSENTIAL_"
}
