public import Localization

/// Names a setting and says what it may be.
///
/// ```swift
/// extension ConfigurationKey<Duration> {
///     static let accessLifetime = ConfigurationKey(
///         "tokens.access_lifetime", default: .seconds(300), allowed: .range(.seconds(60) ... .seconds(3600)),
///         summary: LocalizedText(en: "How long an access token is valid.", es: "Cuánto vale un token de acceso."))
/// }
/// let lifetime = configuration[.accessLifetime]
/// ```
///
/// Each key has one name in three spellings: `tokens.access_lifetime` in the
/// file, `ESSENTIAL_TOKENS_ACCESS_LIFETIME` in the environment and
/// `--tokens.access-lifetime` as a flag. A setting that may be absent has an
/// optional type and the default nil.
///
/// A key with the word `NAME`, such as `providers.NAME.issuer`, stands for one key
/// for each thing that an operator gives a name: lower-case letters and digits. They
/// are ``named(_:)``, and ``Configuration/names(of:)`` has those that were given.
public struct ConfigurationKey<Value: ConfigurationValue>: Sendable {
    /// The name, as it stands in the file: words of lower-case letters, digits
    /// and underscores, with dots between them.
    public let name: String
    /// The value where nothing else is said.
    public let defaultValue: Value
    /// Which values of the type are allowed.
    public let rule: ConfigurationRule<Value>
    /// What the setting is for, in one sentence.
    public let summary: LocalizedText
    /// What the document of the configuration says after the summary: whole
    /// sentences in Markdown and English; nil for nothing.
    public let detail: String?
    /// A short flag of the command that starts the program; nil for none.
    public let shorthand: ConfigurationShorthand?
    /// Whether a program that runs takes a new value when it reads its files
    /// anew; others need a new start.
    public let isReloadable: Bool
    /// Whether the value never shows in print.
    public let isSecret: Bool

    /// Creates a key.
    ///
    /// - Parameters:
    ///   - name: The name, as it stands in the file.
    ///   - defaultValue: The value where nothing else is said.
    ///   - rule: Which values of the type are allowed.
    ///   - shorthand: A short flag of the command that starts the program.
    ///   - summary: What the setting is for, in one sentence without a full stop.
    ///   - detail: What the document of the configuration says after that: whole
    ///     sentences in Markdown and English.
    ///   - isReloadable: Whether a program that runs takes a new value, see
    ///     ``ConfigurationFollowers``.
    ///   - isSecret: Whether the value never shows in print.
    public init(
        _ name: String, default defaultValue: Value, allowed rule: ConfigurationRule<Value> = .any,
        shorthand: ConfigurationShorthand? = nil, summary: LocalizedText, detail: String? = nil,
        isReloadable: Bool = false, isSecret: Bool = Value.isAlwaysSecret
    ) {
        self.name = name
        self.defaultValue = defaultValue
        self.rule = rule
        self.summary = summary
        self.detail = detail
        self.shorthand = shorthand
        self.isReloadable = isReloadable
        self.isSecret = isSecret
    }

    /// The key for one of the things that have names.
    public func named(_ name: String) -> ConfigurationKey {
        ConfigurationKey(
            ConfigurationFamily.fill(self.name, with: name), default: defaultValue, allowed: rule,
            shorthand: shorthand, summary: summary, detail: detail, isReloadable: isReloadable, isSecret: isSecret)
    }

    /// The key without its type, for a list of all keys.
    public var declaration: ConfigurationDeclaration { ConfigurationDeclaration(self) }
}

/// A short flag, of the command that starts the program, for a setting that
/// many people change.
public struct ConfigurationShorthand: Sendable {
    /// The name without dashes, such as `demo`.
    public let name: String
    /// What stands for the value in the help; nil for a switch, which sets
    /// `true`.
    public let placeholder: LocalizedText?
    /// What a call with the flag alone does, for the help; nil for no example.
    public let example: LocalizedText?

    /// Creates a short flag.
    public init(_ name: String, placeholder: LocalizedText? = nil, example: LocalizedText? = nil) {
        self.name = name
        self.placeholder = placeholder
        self.example = example
    }
}
