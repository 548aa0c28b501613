public import Localization

/// Why a program can't be composed.
public enum PluginHostError: Error {
    /// Two plugins have the same identifier.
    case duplicate(String)
    /// The exports of a plugin were asked for that isn't there, since
    /// configuration switched this one off.
    case switchedOff(String)
    /// Configuration switches off plugins that others need, each with those that
    /// need it, in the order of installation; or plugins that don't exist.
    case unusable(needed: [(switchedOff: String, by: [String])], unknown: UnknownPlugins?)
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
        case .unusable(let needs, let unknown):
            Self.lines(
                needs.map { Self.text(needed: $0.switchedOff, by: $0.by) } + [unknown?.text].compactMap(\.self))
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

/// Names by which configuration switches off plugins, and that none has.
public struct UnknownPlugins: Hashable, Sendable {
    /// The names that no plugin has, by the alphabet; at least one.
    public let names: [String]
    /// The names that there are, by the alphabet.
    public let known: [String]

    /// Finds the names that none of the plugins has.
    ///
    /// - Returns: nil if each has its plugin.
    public init?(_ disabled: Set<String>, known plugins: [PluginManifest]) {
        known = plugins.map(\.id).sorted()
        names = disabled.subtracting(known).sorted()
        if names.isEmpty { return nil }
    }

    /// What is wrong and what there is.
    public var text: LocalizedText {
        let known = known.joined(separator: ", ")
        let english = names.map { "“\($0)”" }.joined(separator: ", ")
        let spanish = names.map { "«\($0)»" }.joined(separator: ", ")
        return names.count == 1
            ? LocalizedText(
                en: "plugins.disabled names \(english), but there is no such plugin. There are: \(known).",
                es: "plugins.disabled nombra \(spanish), pero no existe. Existen: \(known).")
            : LocalizedText(
                en: "plugins.disabled names \(english), but there are no such plugins. There are: \(known).",
                es: "plugins.disabled nombra \(spanish), pero no existen. Existen: \(known).")
    }
}
