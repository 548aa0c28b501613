import ConfigurationAPI
import Localization
import Locking
import PasswordQuality
import PasswordQualityLists
import PluginKit

/// The rules of passwords, with the list of leaked ones if one is configured.
enum PasswordRulesPlugin: Plugin {
    struct Exports: Sendable {
        let rules: PasswordRules
    }

    static let manifest = PluginManifest(
        id: "password-rules", summary: LocalizedText(en: "The rules of passwords", es: "Las reglas de las contraseñas"))

    static func install(
        on base: ServerInfrastructure, _ host: inout PluginHost
    ) throws(PluginHostError) -> Installed<Exports> {
        try host.install(PasswordRulesPlugin.self, base.configuration[ServerSettings.leakedPasswords])
    }

    /// - Parameter path: The packed list; nil for none.
    static func assemble(_ path: String?) -> Assembly<Exports> {
        guard let path else { return Assembly(exports: Exports(rules: PasswordRules())) }
        let leaked = LeakedPasswords(path: path)
        return Assembly(exports: Exports(rules: PasswordRules(leaked: leaked)), services: [leaked])
    }
}

/// A list that is opened when the server starts, which one that can't be used
/// stops.
private final class LeakedPasswords: PasswordListing, PluginService {
    private let path: String
    private let list = Locked<PackedPasswordList?>(nil)

    init(path: String) {
        self.path = path
    }

    func problems() async -> [any Error] {
        do throws(PasswordListError) {
            _ = try PackedPasswordList(path: path)
            return []
        } catch {
            return [error]
        }
    }

    func start() async throws {
        let opened = try PackedPasswordList(path: path)
        list.withLock { $0 = opened }
    }

    func contains(_ password: String) -> Bool { list.current?.contains(password) ?? false }
}
