public import AccountsServiceAPI
public import ConfigurationAPI
public import CryptographyAPI
public import FoundationEssentials
import HTTPServingAPI
import Localization
public import MailAPI
public import PluginKit
public import Presenting
public import SQLStoreAPI
public import ServerKeysAPI
public import SessionsServiceAPI
public import TelemetryAPI

/// Keeps accounts: makes them, checks their passwords, and shows each person
/// theirs.
public enum AccountsServicePlugin: Plugin {
    /// What the plugin needs.
    public struct Dependencies {
        let configuration: Configuration
        let database: any SQLDatabase
        let cryptography: Cryptography
        let serverKeys: any ServerKeyProviding
        let authentication: any RequestAuthenticating
        let subjects: any SessionSubjectUpdating
        let offered: @Sendable () -> [NextStep]
        let passwordCost: ScryptCost
        let observers: @Sendable () -> [any AccountObserving]
        let keepers: @Sendable () -> [any AddressKeeping]
        let followers: @Sendable () -> [OperatorActFollowing]
        let logger: Logger
        let now: @Sendable () -> Date

        /// Creates dependencies.
        ///
        /// - Parameters:
        ///   - configuration: What operators have set.
        ///   - database: Holds the table.
        ///   - cryptography: Hashes passwords and makes identifiers.
        ///   - serverKeys: Gives the pepper of the hashes.
        ///   - authentication: Tells who asks.
        ///   - subjects: Hears who proved an address.
        ///   - offered: What people can do, from `OfferedSteps`: without `verify` nobody
        ///     is asked to prove an address.
        ///   - passwordCost: What a hash costs; another one than before renews
        ///     each hash at the next login.
        ///   - observers: Asked at each event, when all plugins are installed
        ///     and what they contribute to `AccountObservers` is complete.
        ///   - keepers: Keep addresses back, from `AddressKeepers`.
        ///   - followers: Follow what administrators do, from `OperatorActFollowers`.
        ///   - logger: Hears what happens.
        ///   - now: Tells the time.
        public init(
            configuration: Configuration = .defaults, database: any SQLDatabase, cryptography: Cryptography,
            serverKeys: any ServerKeyProviding, authentication: any RequestAuthenticating,
            subjects: any SessionSubjectUpdating,
            offered: @escaping @Sendable () -> [NextStep] = { [.verify] }, passwordCost: ScryptCost = .standard,
            observers: @escaping @Sendable () -> [any AccountObserving] = { [] },
            keepers: @escaping @Sendable () -> [any AddressKeeping] = { [] },
            followers: @escaping @Sendable () -> [OperatorActFollowing] = { [] }, logger: Logger,
            now: @escaping @Sendable () -> Date
        ) {
            self.configuration = configuration
            self.database = database
            self.cryptography = cryptography
            self.serverKeys = serverKeys
            self.authentication = authentication
            self.subjects = subjects
            self.offered = offered
            self.passwordCost = passwordCost
            self.observers = observers
            self.keepers = keepers
            self.followers = followers
            self.logger = logger
            self.now = now
        }
    }

    /// What the plugin offers.
    public struct Exports: Sendable {
        /// Makes and reads accounts.
        public let accounts:
            any AccountCreating & AccountReading & AccountReadingInTransaction & AccountNaming
                & PreparedAccountCreating & VouchedAccountCreating & DeletionPostponing
        /// Checks passwords and replaces them.
        public let passwords: any PasswordAuthenticating & PasswordReplacing & WayInCounting
        /// Records proofs of addresses.
        public let verification: any AccountVerifying & AddressProofRecording
        /// Lists accounts for administrators.
        public let listing: any AccountListing
        /// Gives accounts other addresses.
        public let addresses: any AddressReplacing
        fileprivate let keepers: @Sendable () -> [any AddressKeeping]
        fileprivate let now: @Sendable () -> Date

        /// Hands over letters that tell of ways into accounts to the address that is kept
        /// for an account as well; never for letters that let anybody in.
        public func mailOfWays(over mail: any MailSending) -> any MailSending {
            KeptAddressMail(mail: mail, keepers: keepers, now: now)
        }
    }

    /// How the plugin is called and what it is for.
    public static let manifest = PluginManifest(
        id: "accounts",
        summary: LocalizedText(en: "Keeps accounts and their passwords", es: "Guarda las cuentas y sus contraseñas"))

    /// What people may do before their address is confirmed, and what finds accounts for commands.
    public static let declarations = {
        var declared = Contributions(AccountSettings.section, to: ConfigurationSections.self)
        declared.add(
            AccountFinding(AccountsMigrations.all) { id, db in
                try AccountRow.find(id, in: db)?.user
            } accountAt: { email, db in
                try AccountRow.find(email, in: db)?.user
            }, to: AccountFinders.self)
        declared.add(.accounts, to: AccountAdoptions.self)
        return declared.and(migrations: AccountsMigrations.all)
    }()

    /// Builds the accounts; the pepper is read or made at start.
    public static func assemble(_ dependencies: Dependencies) -> Assembly<Exports> {
        let logger = dependencies.logger.labelled("accounts")
        let passwords = PepperedHashing(
            cost: dependencies.passwordCost, serverKeys: dependencies.serverKeys,
            cryptography: dependencies.cryptography)
        let directory = AccountDirectory(
            database: dependencies.database, passwords: passwords, random: dependencies.cryptography.random,
            subjects: dependencies.subjects, observers: dependencies.observers, keepers: dependencies.keepers,
            logger: logger, now: dependencies.now)
        let routes = AccountRoutes(
            accounts: directory, authentication: dependencies.authentication, database: dependencies.database,
            answers: CommittedCache(of: dependencies.database, capacity: 1_000), offered: dependencies.offered,
            logger: logger)
        let requiresProof = dependencies.configuration[AccountSettings.verification] == .required
        let needed = NeededStep(.verify, of: dependencies.offered, otherwise: AccountSettings.proofIsNotOffered)
        var contributions = Contributions()
        contributions.add(routes.me, to: HTTPRoutes.self)
        contributions.add(routes.name, to: HTTPRoutes.self)
        contributions.add(Suspended(), to: AccountStates.self)
        if requiresProof { contributions.add(ProofRequired(), to: AccountStates.self) }
        contributions.add(directory, to: WaysIn.self)
        for act in AccountAct.orders(dependencies.followers) { contributions.add(act, to: AccountActs.self) }
        contributions.add(FormerPasswords.sweep(dependencies.now), to: Sweeps.self)
        return Assembly(
            exports: Exports(
                accounts: directory, passwords: directory, verification: directory,
                listing: AccountOffice(keepers: dependencies.keepers, now: dependencies.now), addresses: directory,
                keepers: dependencies.keepers, now: dependencies.now),
            services: [
                passwords, ForeignPasswordGuard(database: dependencies.database, passwords: passwords),
                FormerAddresses(database: dependencies.database, logger: logger),
            ]
                + (requiresProof ? [needed] : []),
            contributions: contributions)
    }
}
