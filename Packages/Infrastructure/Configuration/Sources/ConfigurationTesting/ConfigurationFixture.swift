public import ConfigurationAPI

/// Makes configurations for tests, without files and variables.
///
/// ```swift
/// let configuration = Configuration.fixture(.set(.accessLifetime, to: .seconds(60)))
/// ```
extension Configuration {
    /// A configuration of defaults, but for these settings.
    public static func fixture(_ settings: FixtureSetting...) -> Configuration { fixture(settings) }

    /// A configuration of defaults, but for these settings.
    public static func fixture(_ settings: [FixtureSetting]) -> Configuration {
        Configuration(
            entries: settings.map(\.entry),
            values: Dictionary(settings.map { ($0.entry.name, $0.value) }, uniquingKeysWith: { $1 }), marks: [:])
    }

    /// A setting of a configuration for tests.
    public struct FixtureSetting: Sendable {
        let entry: Entry
        let value: any Sendable

        /// Sets a key, as a flag would.
        public static func set<Value>(_ key: ConfigurationKey<Value>, to value: Value) -> FixtureSetting {
            let declaration = key.declaration
            let text = key.isSecret ? "<redacted>" : value.configurationText
            return FixtureSetting(entry: declaration.entry(text: text, source: .flag(declaration.flag)), value: value)
        }
    }
}
