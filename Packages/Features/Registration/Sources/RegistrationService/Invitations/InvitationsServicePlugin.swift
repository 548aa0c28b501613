public import AccountsServiceAPI
public import ConfigurationAPI
public import FoundationEssentials
import HTTPServingAPI
import Localization
public import LoginServiceAPI
import MailAPI
public import MailedProofsServiceAPI
public import PasswordQuality
public import PluginKit
public import Presenting
public import RegistrationAPI
public import RegistrationServiceAPI
public import SQLStoreAPI
import ServerKeysAPI
public import SessionsServiceAPI
public import TelemetryAPI

/// Installs invitations: by them people make an account where registration is closed.
public enum InvitationsServicePlugin: Plugin {
    /// What it needs.
    public struct Dependencies: Sendable {
        let database: any SQLDatabase
        let proofs: any MailedProving
        let accounts: any PreparedAccountCreating & VouchedAccountCreating
        let addresses: any AddressReplacing
        let issuing: any SessionIssuing
        let devices: any DeviceRecognizing
        let rules: PasswordRules
        let configuration: Configuration
        let offered: @Sendable () -> [NextStep]
        let address: @Sendable () -> String
        let log: Logger
        let now: @Sendable () -> Date

        /// Creates the dependencies.
        ///
        /// - Parameters:
        ///   - database: Holds the table.
        ///   - proofs: Mails links, and checks them.
        ///   - accounts: Makes accounts.
        ///   - addresses: Tells who has an address.
        ///   - issuing: Begins sessions.
        ///   - devices: Makes the devices known on which sessions begin.
        ///   - rules: Which passwords can be chosen.
        ///   - configuration: For how long invitations are good, and where people go next.
        ///   - offered: What people can do, from `OfferedSteps`.
        ///   - address: The address of this server, for links.
        ///   - log: Hears of new accounts and failures.
        ///   - now: The present time.
        public init(
            database: any SQLDatabase, proofs: any MailedProving,
            accounts: any PreparedAccountCreating & VouchedAccountCreating, addresses: any AddressReplacing,
            issuing: any SessionIssuing, devices: any DeviceRecognizing, rules: PasswordRules = PasswordRules(),
            configuration: Configuration = .defaults, offered: @escaping @Sendable () -> [NextStep] = { [.recover] },
            address: @escaping @Sendable () -> String, log: Logger, now: @escaping @Sendable () -> Date
        ) {
            self.database = database
            self.proofs = proofs
            self.accounts = accounts
            self.addresses = addresses
            self.issuing = issuing
            self.devices = devices
            self.rules = rules
            self.configuration = configuration
            self.offered = offered
            self.address = address
            self.log = log
            self.now = now
        }
    }

    /// What it offers in process.
    public struct Exports: Sendable {
        /// Tells whom a link invites.
        public let reading: any InvitationReading
        /// Invites people.
        public let inviting: any PersonInviting
    }

    /// The name `invitations`.
    public static let manifest = PluginManifest(
        id: "invitations",
        summary: LocalizedText(
            en: "Making an account by an invitation", es: "Creación de cuentas por invitación"))

    /// For how long invitations are good, and the table.
    public static let declarations = Contributions(InvitationSettings.section, to: ConfigurationSections.self)
        .and(migrations: InvitationTable.migrations)

    /// Builds it.
    public static func assemble(_ dependencies: Dependencies) -> Assembly<Exports> {
        let log = dependencies.log.labelled("invitations"),
            lifetime = dependencies.configuration[InvitationSettings.lifetime]
        // The invitation says when it ends, which a command with another configuration may have made.
        let kind = MailedProofKind(
            "invitation", codeKey: .invitationCodes, linkLifetime: InvitationSettings.longest, codeLifetime: .zero)
        let desk = InvitationDesk(
            kind: kind, proofs: dependencies.proofs, database: dependencies.database, accounts: dependencies.accounts,
            addresses: dependencies.addresses, lifetime: lifetime, log: log, now: dependencies.now)
        let routes = InvitationRoutes(
            desk: desk,
            welcome: Welcome(
                issuing: dependencies.issuing, devices: dependencies.devices,
                policy: RegistrationPolicy(dependencies.configuration), offered: dependencies.offered, log: log),
            rules: dependencies.rules, log: log)
        let letters = InvitationLetters(
            kind: kind, proofs: dependencies.proofs, address: dependencies.address, now: dependencies.now)
        var contributions = Contributions(letters.sweep, to: Sweeps.self)
        for route in routes.all { contributions.add(route, to: HTTPRoutes.self) }
        contributions.add(kind, to: MailedProofKinds.self)
        contributions.add(.invitation, to: MailTemplates.self)
        contributions.add(InvitationEnd(kind: kind, proofs: dependencies.proofs), to: AccountObservers.self)
        return Assembly(exports: Exports(reading: desk, inviting: desk), contributions: contributions)
    }
}

extension ServerKeyPurpose {
    /// Keys the digests of codes; no letter has one.
    fileprivate static let invitationCodes = ServerKeyPurpose("invitation.codes.1")
}
