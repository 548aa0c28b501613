public import AccountsServiceAPI
public import AddressChangeAPI
public import CryptographyAPI
public import DeferredWorkAPI
public import FoundationEssentials
import HTTPServingAPI
import Localization
public import LoginServiceAPI
public import MailAPI
public import MailedProofsServiceAPI
public import PasswordQuality
public import PluginKit
public import Presenting
public import RateLimitingAPI
public import SQLStoreAPI
import ServerKeysAPI
public import SessionsServiceAPI
public import TelemetryAPI

/// Installs the server side of changing the address.
public enum AddressChangeServicePlugin: Plugin {
    /// What changing needs.
    public struct Dependencies: Sendable {
        let database: any SQLDatabase
        let proofs: any MailedProving
        let accounts: any AccountReading & AccountReadingInTransaction
        let addresses: any AddressReplacing
        let passwords: any PasswordReplacing & PasswordAuthenticating
        let rules: PasswordRules
        let sessions: any RequestAuthenticating
        let states: @Sendable () -> [any AccountStateKnowing]
        let events: any SecurityEventRecording
        let devices: any DeviceRecognizing
        let lockout: any LockoutClearing
        let checkers: @Sendable () -> [any SecondFactorChecking]
        let limiters: any RateLimiterMaking
        let work: any WorkDeferring
        let mail: any MailSending
        let offered: @Sendable () -> [NextStep]
        let ways: LetterWays
        let cryptography: Cryptography
        let address: @Sendable () -> String
        let log: Logger
        let now: @Sendable () -> Date

        /// Creates the dependencies.
        ///
        /// - Parameters:
        ///   - database: Holds the accounts, the proofs and the changes.
        ///   - proofs: Mails codes, and checks them.
        ///   - accounts: Reads accounts.
        ///   - addresses: Gives accounts other addresses.
        ///   - passwords: Replaces passwords, and tells whether one is that of an account.
        ///   - rules: Which passwords can be chosen.
        ///   - sessions: Tells who sent a request.
        ///   - states: Those who know states of accounts, from `AccountStates`.
        ///   - events: Tells the devices.
        ///   - devices: Makes the device known for the new address.
        ///   - lockout: Ends locks.
        ///   - checkers: Those who check second factors, from `SecondFactorCheckers`.
        ///   - limiters: Counts what was asked for.
        ///   - work: Sends messages after the answer.
        ///   - mail: Tells people that their address was changed.
        ///   - offered: What people can do, from `OfferedSteps`.
        ///   - ways: Where letters lead people.
        ///   - cryptography: Makes links.
        ///   - address: The address of this server, for links.
        ///   - log: Hears of changes and failures.
        ///   - now: The present time.
        public init(
            database: any SQLDatabase, proofs: any MailedProving,
            accounts: any AccountReading & AccountReadingInTransaction, addresses: any AddressReplacing,
            passwords: any PasswordReplacing & PasswordAuthenticating, rules: PasswordRules = PasswordRules(),
            sessions: any RequestAuthenticating,
            states: @escaping @Sendable () -> [any AccountStateKnowing] = { [] },
            events: any SecurityEventRecording, devices: any DeviceRecognizing, lockout: any LockoutClearing,
            checkers: @escaping @Sendable () -> [any SecondFactorChecking] = { [] },
            limiters: any RateLimiterMaking, work: any WorkDeferring, mail: any MailSending,
            offered: @escaping @Sendable () -> [NextStep] = { [.verify, .recover] }, ways: LetterWays = LetterWays(),
            cryptography: Cryptography, address: @escaping @Sendable () -> String, log: Logger,
            now: @escaping @Sendable () -> Date
        ) {
            self.database = database
            self.proofs = proofs
            self.accounts = accounts
            self.addresses = addresses
            self.passwords = passwords
            self.rules = rules
            self.sessions = sessions
            self.states = states
            self.events = events
            self.devices = devices
            self.lockout = lockout
            self.checkers = checkers
            self.limiters = limiters
            self.work = work
            self.mail = mail
            self.offered = offered
            self.ways = ways
            self.cryptography = cryptography
            self.address = address
            self.log = log
            self.now = now
        }
    }

    /// What changing offers in process.
    public struct Exports: Sendable {
        /// Gives the address back to those who come with the letter.
        public let restoring: any AddressRestoring
    }

    /// The name `address-change`.
    public static let manifest = PluginManifest(
        id: "address-change",
        summary: LocalizedText(en: "Changing the email address", es: "Cambio de la dirección de correo"))

    /// Keeps former addresses, for operators' commands as well.
    public static let declarations = Contributions(KeptAddresses(), to: AddressKeepers.self)
        .and(migrations: AddressChangeTable.migrations)

    /// A code counts for 10 minutes (ASVS 6.5.5).
    ///
    /// Links of this kind are never mailed:
    /// whoever reads the mail of a mistyped address would get the account by one.
    private static let kind = MailedProofKind(
        "address-change", codeKey: ServerKeyPurpose("address-change.codes.1"), linkLifetime: .seconds(600),
        codeLifetime: .seconds(600))

    /// How many codes an account asks for in an hour.
    private static let hourly = RateLimitPolicy(maxAttempts: 5, window: 3_600)

    /// How often something is tried with a link that undoes: by D6, as for passwords.
    private static let tries = RateLimitPolicy(maxAttempts: 5, window: 300, lockout: 900, longestLockout: 14_400)

    /// Builds changing.
    public static func assemble(_ dependencies: Dependencies) -> Assembly<Exports> {
        let log = dependencies.log.labelled("address-change")
        let links = UndoLinks(random: dependencies.cryptography.random, hashing: dependencies.cryptography.hashing)
        let letters = AddressLetters(
            mail: dependencies.mail, events: dependencies.events, address: dependencies.address)
        let change = AddressChange(
            kind: kind, proofs: dependencies.proofs, database: dependencies.database,
            addresses: dependencies.addresses, links: links, letters: letters, devices: dependencies.devices,
            lockout: dependencies.lockout, now: dependencies.now, log: log)
        let wishes = AddressWishes(
            kind: kind, proofs: dependencies.proofs, database: dependencies.database, accounts: dependencies.accounts,
            addresses: dependencies.addresses, offered: dependencies.offered, ways: dependencies.ways, log: log)
        let routes = AddressChangeRoutes(
            wishing: AddressWishing(
                work: dependencies.work, limiter: dependencies.limiters.limiter("address-change", policy: hourly)),
            change: change, accounts: dependencies.accounts, sessions: dependencies.sessions,
            states: dependencies.states, offered: dependencies.offered)
        let undo = AddressUndo(
            database: dependencies.database, accounts: dependencies.accounts, addresses: dependencies.addresses,
            passwords: dependencies.passwords, rules: dependencies.rules, lockout: dependencies.lockout,
            tries: dependencies.limiters.limiter("address-undo", policy: tries),
            checkers: dependencies.checkers, links: links, letters: letters, now: dependencies.now, log: log)
        var contributions = Contributions()
        for route in routes.all { contributions.add(route, to: HTTPRoutes.self) }
        for template in MailTemplate.addressChange { contributions.add(template, to: MailTemplates.self) }
        contributions.add(AddressChangeTable.sweep(dependencies.now), to: Sweeps.self)
        contributions.add(kind, to: MailedProofKinds.self)
        contributions.add(wishes, to: DeferredWorkHandlers.self)
        contributions.add(CodeVoiding(kind: kind, proofs: dependencies.proofs), to: AccountObservers.self)
        contributions.add(PersonalRows("address_changes"), to: AccountObservers.self)
        return Assembly(exports: Exports(restoring: undo), contributions: contributions)
    }
}
