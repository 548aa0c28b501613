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
    /// Whether the value never shows in print.
    public let isSecret: Bool

    /// Creates a key.
    public init(
        _ name: String, default defaultValue: Value, allowed rule: ConfigurationRule<Value> = .any,
        summary: LocalizedText, isSecret: Bool = Value.isAlwaysSecret
    ) {
        self.name = name
        self.defaultValue = defaultValue
        self.rule = rule
        self.summary = summary
        self.isSecret = isSecret
    }

    /// The key without its type, for a list of all keys.
    public var declaration: ConfigurationDeclaration { ConfigurationDeclaration(self) }
}
