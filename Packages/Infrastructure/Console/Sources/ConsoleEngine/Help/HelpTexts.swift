import ConsoleAPI
import Localization

/// The words that help and manual share.
enum HelpTexts {
    static let usage = LocalizedText(en: "Usage", es: "Uso")
    static let arguments = LocalizedText(en: "Arguments", es: "Argumentos")
    static let options = LocalizedText(en: "Options", es: "Opciones")
    static let commands = LocalizedText(en: "Commands", es: "Órdenes")
    static let examples = LocalizedText(en: "Examples", es: "Ejemplos")
    static let exitStatus = LocalizedText(en: "Exit status", es: "Estado de salida")
    static let environment = LocalizedText(en: "Environment", es: "Variables de entorno")
    static let files = LocalizedText(en: "Files", es: "Archivos")
    static let signals = LocalizedText(en: "Signals", es: "Señales")
    static let help = LocalizedText(en: "Show help", es: "Muestra la ayuda")
    static let version = LocalizedText(en: "Show the version", es: "Muestra la versión")
    static let required = LocalizedText(en: "(required)", es: "(obligatoria)")
    static let repeatable = LocalizedText(en: "(may be repeated)", es: "(puede repetirse)")

    static func fallback(_ value: String) -> LocalizedText {
        LocalizedText(en: "(default: \(value))", es: "(por omisión: \(value))")
    }

    static func variable(_ name: String) -> LocalizedText {
        LocalizedText(en: "(or \(name))", es: "(o \(name))")
    }

    static func moreOptions(of program: String) -> LocalizedText {
        LocalizedText(
            en: "Options of every command, such as --json: \(program) help",
            es: "Opciones de todas las órdenes, como --json: \(program) help")
    }

    static func moreAbout(_ program: String) -> LocalizedText {
        LocalizedText(
            en: "“\(program) help COMMAND” explains a command.",
            es: "«\(program) help ORDEN» explica una orden.")
    }
}

extension ParameterDefinition {
    /// How the parameter stands in a list: `-n, --limit N`, `ID…`.
    var spelling: LocalizedText {
        switch kind {
        case .argument:
            LocalizedText(
                en: placeholder.english + (isRepeated ? "…" : ""), es: placeholder.spanish + (isRepeated ? "…" : ""))
        case .flag: LocalizedText(verbatim: shortSpelling + "--\(name)")
        case .option: LocalizedText(verbatim: shortSpelling + "--\(name)") + placeholder
        }
    }

    private var shortSpelling: String { short.map { "-\($0), " } ?? "" }

    /// What it is for, with what else there is to know about it.
    var explanation: LocalizedText {
        var text = summary
        if isRequired, kind == .option { text = text + HelpTexts.required }
        if isRepeated, kind == .option { text = text + HelpTexts.repeatable }
        if let defaultText { text = text + HelpTexts.fallback(defaultText) }
        if let environment { text = text + HelpTexts.variable(environment) }
        return text
    }
}

extension Command {
    /// The call with its arguments: `image [options] ID`.
    func usage(program: String) -> LocalizedText {
        let definitions = parameters.map(\.definition)
        let hasMore = definitions.contains { $0.kind != .argument && !$0.isRequired }
        func call(_ options: String, _ language: Language) -> String {
            let arguments = definitions.filter { $0.kind == .argument }.map { argument in
                let spelling = argument.spelling.text(in: language)
                return argument.isRequired ? spelling : "[\(spelling)]"
            }
            let required = definitions.filter { $0.kind == .option && $0.isRequired }.map {
                "--\($0.name) \($0.placeholder.text(in: language))"
            }
            return ([program] + path + required + (hasMore ? ["[\(options)]"] : []) + arguments)
                .joined(separator: " ")
        }
        return LocalizedText(en: call("options", .english), es: call("opciones", .spanish))
    }
}
