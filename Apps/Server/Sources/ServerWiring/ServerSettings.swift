package import ConfigurationAPI
import Localization

/// What operators set of the program itself; features declare what is theirs.
package struct ServerSettings: Sendable {
    /// The folder of the database and the files, which depends on who runs
    /// the server.
    let data: ConfigurationKey<String>
    /// The plugins to leave out.
    package static let disabledPlugins = ConfigurationKey<[String]>(
        "plugins.disabled", default: [],
        summary: LocalizedText(en: "The plugins to leave out", es: "Los complementos que se desactivan"),
        detail: "By the names of `essentiald plugins`; what needs one of them stops the start, which names all of it.")

    /// The tables of plugins that the program has no more.
    static let removedTables = ConfigurationKey<[String]>(
        "plugins.removed", default: [],
        summary: LocalizedText(
            en: "The plugins that were taken out of the program, whose tables stay",
            es: "Los complementos que se quitaron del programa y cuyas tablas se quedan"),
        detail: "By the names with which the start refuses their tables, which else are those of a newer version.")

    /// - Parameter environment: The environment's variables.
    package init(environment: [String: String]) {
        // XDG Base Directory Specification, 0.8: data of one person's programs.
        let home = environment["HOME"].map { $0 + "/.local/share" } ?? "/var/lib"
        let base = environment["XDG_DATA_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? home
        data = ConfigurationKey(
            "server.data", default: base + "/essentiald",
            summary: LocalizedText(
                en: "The folder of the database, the pictures, the keys and the mail",
                es: "La carpeta de la base de datos, las imágenes, las claves y el correo"),
            detail: "Also `--data`; [what is in it](#the-data-folder).")
    }

    /// All of them.
    var section: ConfigurationSection {
        ConfigurationSection(
            LocalizedText(en: "Program", es: "Programa"), data, Self.disabledPlugins, Self.removedTables)
    }
}
