public import ConfigurationAPI

/// Reads a configuration from a file, the environment and flags.
///
/// The later of these wins. All sources are read to their end, so that one run
/// shows all problems.
public struct ConfigurationLoader: Sendable {
    /// A flag as it was given.
    public struct Flag: Hashable, Sendable {
        /// The name of the key as a flag, without dashes.
        public let name: String
        /// The value.
        public let value: String
        /// What was typed, with its dashes.
        public let spelling: String

        /// Creates a flag.
        ///
        /// - Parameter spelling: What was typed, if it is a short form such as
        ///   `--data`.
        public init(name: String, value: String, spelling: String? = nil) {
            self.name = name
            self.value = value
            self.spelling = spelling ?? "--" + name
        }
    }

    /// The variables by which the client is configured; a shell may well have
    /// them when it starts the server.
    public static let clientVariables: Set<String> = [
        "ESSENTIAL_SERVER", "ESSENTIAL_HOME", "ESSENTIAL_PROFILE", "ESSENTIAL_CA_FILE", "ESSENTIAL_PASSPHRASE_FILE",
        "ESSENTIAL_LOCK_AFTER",
        "ESSENTIAL_IMAGE_CACHE", "ESSENTIAL_PICTURES",
    ]

    private let file: String?
    private let environment: [String: String]
    private let flags: [Flag]
    private let ignoredVariables: Set<String>

    /// Creates a loader.
    ///
    /// - Parameters:
    ///   - file: The path of a JSON5 file, which must exist; nil for none.
    ///   - environment: The variables; those without our prefix don't matter.
    ///   - flags: The flags with the names of keys.
    ///   - ignoredVariables: Variables with our prefix that are no settings.
    public init(
        file: String? = nil, environment: [String: String] = [:], flags: [Flag] = [],
        ignoredVariables: Set<String> = ConfigurationLoader.clientVariables
    ) {
        self.file = file
        self.environment = environment
        self.flags = flags
        self.ignoredVariables = ignoredVariables
    }

    /// Reads the settings that are declared.
    ///
    /// - Throws: All problems at once: keys that aren't declared, values that
    ///   aren't allowed, a file that can't be read.
    public func load(_ declarations: [ConfigurationDeclaration]) throws(ConfigurationError) -> Configuration {
        let reading = try read(declarations)
        if let error = reading.error { throw error }
        return reading.configuration
    }

    /// Reads the settings that are declared, as far as they can be read: for a
    /// program that goes on to look for what else is wrong.
    ///
    /// - Throws: Declarations that can't be told apart.
    public func read(_ declarations: [ConfigurationDeclaration]) throws(ConfigurationError) -> Reading {
        let schema = try Schema(declarations)
        var merging = Merging(schema)
        readFile(into: &merging)
        readEnvironment(into: &merging)
        readFlags(into: &merging)
        return merging.reading
    }

    /// What the sources say.
    public struct Reading: Sendable {
        /// What is in force, with defaults for what can't be read.
        public let configuration: Configuration
        /// What can't be read; nil if all can.
        public let error: ConfigurationError?
        /// The names of the keys of which one doesn't know what was meant.
        public let doubtful: Set<String>
    }

    private func readFile(into merging: inout Merging) {
        guard let file else { return }
        do {
            for setting in try ConfigurationFile(path: file).settings() {
                let source = ConfigurationSource.file(path: file, line: setting.line)
                if let element = setting.element {
                    merging.add(setting.key, element, .name, source)
                } else {
                    merging.addEmpty(setting.key, source)
                }
            }
        } catch {
            merging.add(error)
        }
    }

    private func readEnvironment(into merging: inout Merging) {
        for (variable, value) in environment.sorted(by: { $0.key < $1.key })
        where variable.hasPrefix(ConfigurationDeclaration.variablePrefix) && !ignoredVariables.contains(variable) {
            merging.add(variable, .text(value), .variable, .environment(variable: variable))
        }
    }

    private func readFlags(into merging: inout Merging) {
        for flag in flags {
            merging.add("--" + flag.name, .text(flag.value), .flag, .flag(flag.spelling))
        }
    }
}
