public import ConfigurationAPI
import Localization
import Locking
public import PasswordQuality
import PasswordQualityLists
public import PluginKit
import Presenting

/// The rules of passwords, with the list of leaked ones if one is configured.
public enum PasswordRulesPlugin: Plugin {
    /// What the plugin offers.
    public struct Exports: Sendable {
        /// Which passwords can be chosen.
        public let rules: PasswordRules
    }

    /// The name `password-rules`.
    public static let manifest = PluginManifest(
        id: "password-rules", summary: LocalizedText(en: "The rules of passwords", es: "Las reglas de las contraseñas"))

    /// The list of leaked passwords.
    public static let declarations = Contributions(PasswordSettings.section, to: ConfigurationSections.self)

    /// Builds the rules; the list is opened when the server starts.
    public static func assemble(_ configuration: Configuration) -> Assembly<Exports> {
        guard let path = configuration[PasswordSettings.leaked] else {
            return Assembly(exports: Exports(rules: PasswordRules()))
        }
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
            return [UnusablePasswordList(error)]
        }
    }

    func start() async throws {
        do throws(PasswordListError) {
            let opened = try PackedPasswordList(path: path)
            list.withLock { $0 = opened }
        } catch {
            throw UnusablePasswordList(error)
        }
    }

    func contains(_ password: String) -> Bool { list.current?.contains(password) ?? false }
}

/// The list that an operator named can't be used.
struct UnusablePasswordList: SettingsError, MendableError {
    let text: LocalizedText
    let code = "password_list"
    let nature = FailureNature.input
    let settings: Set = [PasswordSettings.leaked.name]
    let remedy: ShellCommand? = "essentiald passwords pack SOURCE LIST"

    init(_ error: PasswordListError) {
        text = error.text
    }
}
