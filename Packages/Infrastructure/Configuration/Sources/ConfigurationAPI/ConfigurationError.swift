public import Localization

/// Why a configuration can't be used: all its problems at once.
public struct ConfigurationError: Error, Hashable, Sendable {
    /// The problems; at least one.
    public let problems: [ConfigurationProblem]

    /// Creates an error.
    public init(_ problems: [ConfigurationProblem]) {
        self.problems = problems
    }

    /// All problems, one to a line.
    public var text: LocalizedText {
        LocalizedText(
            en: problems.map(\.text.english).joined(separator: "\n"),
            es: problems.map(\.text.spanish).joined(separator: "\n"))
    }
}

extension ConfigurationError: CustomStringConvertible {
    /// The English text.
    public var description: String { text.english }
}

/// One thing that is wrong with a configuration.
public enum ConfigurationProblem: Error, Hashable {
    /// There is no such key.
    ///
    /// - key: As it was written.
    /// - value: As it was written; `<redacted>` where it may be secret.
    /// - suggestion: A key of a similar name, spelled for the source.
    case unknownKey(key: String, value: String, source: ConfigurationSource, suggestion: String?)
    /// The value isn't allowed.
    case badValue(key: String, value: String, source: ConfigurationSource, allowed: LocalizedText)
    /// A key is given twice in one source, first at `earlier`.
    case repeatedKey(key: String, source: ConfigurationSource, earlier: ConfigurationSource)
    /// The file can't be read.
    case unreadableFile(path: String, reason: LocalizedText)
    /// The file isn't JSON5 with an object in it.
    case malformedFile(path: String, line: Int?, reason: LocalizedText)
    /// Two declared keys have the same name or spelling: an error of the program.
    case ambiguousKeys(String, String)
}

extension ConfigurationProblem {
    /// What is wrong and what is allowed.
    public var text: LocalizedText {
        switch self {
        case .unknownKey(let key, let value, let source, let suggestion):
            let guess = suggestion.map { LocalizedText(en: " Did you mean \($0)?", es: " ¿Querías decir \($0)?") }
            return LocalizedText(
                en: "\(Self.place(key, value, source)): there is no such key.\(guess?.english ?? "")",
                es: "\(Self.place(key, value, source)): no existe esa clave.\(guess?.spanish ?? "")")
        case .badValue(let key, Self.empty, let source, let allowed):
            let place = Self.place(key, Self.empty, source)
            return LocalizedText(
                en: "\(place): it is empty; expected is \(allowed.english). Give it a value, or leave it out.",
                es: "\(place): está vacío; se espera \(allowed.spanish). Dale un valor o no lo pongas.")
        case .badValue(let key, let value, let source, let allowed):
            return LocalizedText(
                en: "\(Self.place(key, value, source)): not allowed; expected is \(allowed.english).",
                es: "\(Self.place(key, value, source)): no se permite; se espera \(allowed.spanish).")
        case .repeatedKey(_, .flag(let flag), let earlier) where earlier != .flag(flag):
            return LocalizedText(
                en: "\(earlier) and \(flag) are the same setting. Give one of them.",
                es: "\(earlier) y \(flag) son el mismo ajuste. Indica solo uno.")
        case .repeatedKey(_, .flag(let flag), _):
            return LocalizedText(
                en: "\(flag) is given more than once. Give it once.",
                es: "\(flag) aparece más de una vez. Indícalo una sola vez.")
        case .repeatedKey(let key, let source, let earlier):
            return LocalizedText(
                en: "\(source): \(key) is already set, at \(earlier). Keep one of the two.",
                es: "\(source): \(key) ya está definido, en \(earlier). Deja uno de los dos.")
        case .unreadableFile(let path, let reason):
            return LocalizedText(
                en: "The configuration file \(path) can't be read: \(reason.english).",
                es: "No se puede leer el archivo de configuración \(path): \(reason.spanish).")
        case .malformedFile(let path, let line, let reason):
            let place = path + (line.map { ":\($0)" } ?? "")
            return LocalizedText(
                en: "The configuration file \(place) isn't JSON5 with an object in it: \(reason.english).",
                es: "El archivo de configuración \(place) no es JSON5 con un objeto: \(reason.spanish).")
        case .ambiguousKeys(let one, let other):
            return LocalizedText(
                en: "The keys \(one) and \(other) can't be told apart. Rename one of them in the program.",
                es: "No se pueden distinguir las claves \(one) y \(other). Cambia el nombre de una en el programa.")
        }
    }

    private static let empty = ConfigurationElement.text("").description

    private static func place(_ key: String, _ value: String, _ source: ConfigurationSource) -> String {
        let value = shown(value)
        return switch source {
        case .file: "\(source): \(shown(key)): \(value)"
        case .flag, .environment: "\(source)=\(value)"
        case .default: "\(key)=\(value)"
        }
    }

    /// As much of what was written as it takes to find it.
    private static func shown(_ text: String) -> String {
        text.count > longestShown ? text.prefix(longestShown) + "…" : text
    }

    private static let longestShown = 100
}
