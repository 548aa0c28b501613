public import Localization

/// Why a program can't be composed.
public enum PluginHostError: Error {
    /// Two plugins have the same identifier.
    case duplicate(String)
    /// The exports of a plugin were asked for that isn't there, since
    /// configuration switched this one off.
    case switchedOff(String)
    /// Configuration switches off plugins that others need: each with those
    /// that need it, in the order of installation.
    case needed([(switchedOff: String, by: [String])])
    /// Configuration switches off a plugin that doesn't exist.
    case unknown(String, known: [String])
    /// A plugin could not be built.
    case assembly(String, any Error)

    /// What happened and what to do next.
    public var text: LocalizedText {
        switch self {
        case .duplicate(let id):
            LocalizedText(
                en: "Two plugins are called “\(id)”. Rename one of them in its manifest.",
                es: "Dos complementos se llaman «\(id)». Cambia el nombre de uno en su manifiesto.")
        case .switchedOff(let id):
            LocalizedText(
                en: "The plugin “\(id)” is switched off. Take it out of plugins.disabled.",
                es: "El complemento «\(id)» está desactivado. Quítalo de plugins.disabled.")
        case .needed(let needs):
            Self.lines(needs.map { Self.text(needed: $0.switchedOff, by: $0.by) })
        case .unknown(let id, let known):
            LocalizedText(
                en:
                    "plugins.disabled names “\(id)”, but there is no such plugin. There are: \(known.joined(separator: ", ")).",
                es: "plugins.disabled nombra «\(id)», pero no existe. Existen: \(known.joined(separator: ", ")).")
        case .assembly(let id, let error):
            LocalizedText(
                en: "The plugin “\(id)” can't be built: \(error)",
                es: "No se puede construir el complemento «\(id)»: \(error)")
        }
    }

    private static func lines(_ texts: [LocalizedText]) -> LocalizedText {
        LocalizedText(
            en: texts.map(\.english).joined(separator: "\n"), es: texts.map(\.spanish).joined(separator: "\n"))
    }

    private static func text(needed id: String, by plugins: [String]) -> LocalizedText {
        LocalizedText(
            en: """
                The plugin “\(id)” is switched off, and needed by \(plugins.map { "“\($0)”" }.joined(separator: ", ")). \
                Take “\(id)” out of plugins.disabled, or add all that need it.
                """,
            es: """
                El complemento «\(id)» está desactivado y lo \(plugins.count == 1 ? "necesita" : "necesitan") \
                \(plugins.map { "«\($0)»" }.joined(separator: ", ")). \
                Quita «\(id)» de plugins.disabled o añade todo lo que lo necesita.
                """)
    }
}

extension PluginHostError: CustomStringConvertible {
    /// What logs say.
    public var description: String { text.english }
}
