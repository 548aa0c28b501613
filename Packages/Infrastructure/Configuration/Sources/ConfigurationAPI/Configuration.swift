public import Localization

/// All settings of a program, as they are in force.
///
/// It is a value that doesn't change: what a program does about a changed file
/// is to read it again at the next start.
public struct Configuration: Sendable {
    /// A setting as it is reported.
    public struct Entry: Hashable, Sendable {
        /// The name of the key, as it stands in the file.
        public let name: String
        /// The value as text; `<redacted>` if it's secret, and empty if there is none.
        public let text: String
        /// Where the value comes from.
        public let source: ConfigurationSource
        /// What the setting is for.
        public let summary: LocalizedText
        /// Which values are allowed.
        public let allowed: LocalizedText
        /// Whether the value is secret.
        public let isSecret: Bool
    }

    /// All settings, in the order in which they were declared.
    public let entries: [Entry]

    private let values: [String: any Sendable]
    /// What tells values apart, also those that never show.
    private let marks: [String: Int]

    /// Every key has its default.
    public static let defaults = Configuration(entries: [], values: [:], marks: [:])

    package static let redacted = "<redacted>"

    /// Creates a configuration of these values.
    package init(entries: [Entry], values: [String: any Sendable], marks: [String: Int]) {
        self.entries = entries
        self.values = values
        self.marks = marks
    }

    /// The value of a setting; the default of a key that wasn't declared, since
    /// nobody could have set it.
    public subscript<Value>(key: ConfigurationKey<Value>) -> Value {
        values[key.name] as? Value ?? key.defaultValue
    }

    /// The names of the things for which a key with a name in it was given, in the
    /// order of the alphabet.
    public func names<Value>(of key: ConfigurationKey<Value>) -> [String] {
        values.keys.compactMap { ConfigurationFamily.name(in: $0, like: key.name) }.sorted()
    }

    /// The same, with the defaults of some keys.
    ///
    /// - Parameter names: The names of the keys.
    public func resetting(_ names: Set<String>) -> Configuration {
        Configuration(entries: entries, values: values.filter { !names.contains($0.key) }, marks: marks)
    }

    /// The names of the keys that have other values in another configuration of
    /// the same process, in the order in which they were declared.
    public func names(differingFrom other: Configuration) -> [String] {
        entries.map(\.name).filter { marks[$0] != other.marks[$0] }
    }

    /// Where the value of a setting comes from.
    public func source<Value>(of key: ConfigurationKey<Value>) -> ConfigurationSource {
        entries.first { $0.name == key.name }?.source ?? .default
    }
}

/// Where a value comes from.
public enum ConfigurationSource: Hashable, Sendable {
    /// Nothing was said.
    case `default`
    /// A file, and the line in it.
    case file(path: String, line: Int)
    /// An environment variable.
    case environment(variable: String)
    /// A flag, with its dashes.
    case flag(String)
}

extension ConfigurationSource: CustomStringConvertible {
    /// `default`, the path and line, the variable or the flag.
    public var description: String {
        switch self {
        case .default: "default"
        case .file(let path, let line): "\(path):\(line)"
        case .environment(let variable): variable
        case .flag(let flag): flag
        }
    }
}
