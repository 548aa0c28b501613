public import AccountsServiceAPI
import Localization
public import MailAPI
public import PluginKit
import SQLStoreAPI

/// Writes to people of what operators did to their accounts.
public enum AccountLettersPlugin: Plugin {
    /// What it needs.
    public struct Dependencies {
        let mail: any MailSending
        let keepers: @Sendable () -> [any AddressKeeping]

        /// Creates dependencies.
        ///
        /// - Parameters:
        ///   - mail: Hands over letters.
        ///   - keepers: Know the address that an account had, from `AddressKeepers`.
        public init(mail: any MailSending, keepers: @escaping @Sendable () -> [any AddressKeeping] = { [] }) {
            self.mail = mail
            self.keepers = keepers
        }
    }

    /// The name `account-letters`.
    public static let manifest = PluginManifest(
        id: "account-letters",
        summary: LocalizedText(
            en: "Writes to people whose account is suspended or released",
            es: "Escribe a las personas cuya cuenta se suspende o se levanta"))

    /// Builds what looks for them.
    public static func assemble(_ dependencies: Dependencies) -> Assembly<Void> {
        var contributions = Contributions(
            AccountLetters(mail: dependencies.mail, keepers: dependencies.keepers).sweep, to: Sweeps.self)
        for template in MailTemplate.accounts { contributions.add(template, to: MailTemplates.self) }
        return Assembly(contributions: contributions)
    }
}
