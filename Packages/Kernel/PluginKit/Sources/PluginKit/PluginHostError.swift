public import Localization

/// Why a program can't be composed.
public enum PluginHostError: Error {
    /// Two plugins have the same identifier.
    case duplicate(String)
    /// The exports of a plugin were asked for that is switched off.
    case switchedOff(String)
    /// A plugin needs another one that is switched off.
    case needs(String, switchedOff: String)
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
        case .needs(let id, let missing):
            LocalizedText(
                en: """
                    The plugin “\(id)” needs “\(missing)”, which is switched off. \
                    Take “\(missing)” out of plugins.disabled, or add “\(id)” to it.
                    """,
                es: """
                    El complemento «\(id)» necesita «\(missing)», que está desactivado. \
                    Quita «\(missing)» de plugins.disabled o añade «\(id)».
                    """)
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
}
