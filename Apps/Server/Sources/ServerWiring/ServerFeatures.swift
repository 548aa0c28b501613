package import AccountsService
package import CommentsService
package import FeedService
package import PluginKit
import RateLimitingSQL
import SessionsService

/// The features of the server, in the order in which they need one another.
///
/// Each has a wiring of its own, which says what the feature is given.
package struct ServerFeatures {
    package let accounts: Installed<AccountsServicePlugin.Exports>
    package let feed: Installed<FeedServicePlugin.Exports>
    package let comments: Installed<CommentsServicePlugin.Exports>
    /// What the features show to browsers.
    package let web: Web

    package init(on base: ServerInfrastructure, _ host: inout PluginHost) throws(PluginHostError) {
        let limits = try RateLimitingWiring.install(on: base, &host)
        try ProofOfPossessionWiring.install(on: base, &host)
        let sessions = try SessionsWiring.install(on: base, &host)
        try IdempotencyWiring.install(on: base, &host, sessions)
        accounts = try AccountsWiring.install(on: base, &host, sessions)
        let accountDeletion = try AccountsWiring.installDeletion(on: base, &host, sessions, limits)
        let captcha = try CaptchaWiring.install(on: base, &host)
        let login = try LoginWiring.install(on: base, &host, accounts, sessions, limits, captcha)
        let metrics = try SecurityMetricsWiring.install(on: base, &host, accounts, sessions, captcha)
        try Self.installBesideTrail(on: base, &host, sessions)
        let providers = try ExternalProvidersWiring.install(on: base, &host, accounts, sessions)
        let passkeys = try PasskeysWiring.install(on: base, &host, accounts, sessions)
        let rules = try AccountsWiring.installRules(on: base, &host)
        let registration = try RegistrationWiring.install(on: base, &host, accounts, sessions, login, rules)
        let proofs = try MailedProofsWiring.install(on: base, &host)
        let invitations = try InvitationsWiring.install(on: base, &host, accounts, sessions, login, rules, proofs)
        let verification = try AccountVerificationWiring.install(on: base, &host, accounts, sessions, proofs)
        let addressChange = try AddressChangeWiring.install(
            on: base, &host, accounts, sessions, login, rules, proofs, limits)
        let passwordChange = try PasswordChangeWiring.install(on: base, &host, accounts, sessions, login, rules, limits)
        let secondFactor = try SecondFactorWiring.install(on: base, &host, accounts, sessions, login, limits)
        let recovery = try PasswordRecoveryWiring.install(
            on: base, &host, accounts, login, rules, proofs, captcha, limits)
        feed = try FeedWiring.install(on: base, &host, accounts, sessions, limits)
        comments = try CommentsWiring.install(on: base, &host, feed, accounts, sessions, limits)
        let desk = try AdministrationWiring.install(on: base, &host, accounts, sessions, metrics, invitations, feed)
        try Self.installCommands(&host)
        try DemoContentWiring.install(on: base, &host, accounts, feed, comments)
        web = try WebWiring.install(
            on: base, &host,
            ShownFeatures(
                sessions: sessions, accounts: accounts, accountDeletion: accountDeletion, login: login,
                providers: providers, passkeys: passkeys, registration: registration,
                invitations: invitations, verification: verification, addressChange: addressChange,
                passwordChange: passwordChange, secondFactor: secondFactor, recovery: recovery, feed: feed,
                comments: comments, administration: desk))
        try SupabaseCompatibilityWiring.install(on: base, &host, sessions, registration, web)
        try Self.installLogins(on: base, &host, accounts, sessions, limits, web)
    }

    /// What gives the audit trail events, or hands them on, and does nothing else.
    private static func installBesideTrail(
        on base: ServerInfrastructure, _ host: inout PluginHost, _ sessions: Installed<SessionsServicePlugin.Exports>
    ) throws(PluginHostError) {
        try EventForwardingWiring.install(on: base, &host)
        try DeviceFindingsWiring.install(on: base, &host, sessions)
    }

    /// Features that let a program in by a browser, here or elsewhere, and keep it in.
    private static func installLogins(
        on base: ServerInfrastructure, _ host: inout PluginHost,
        _ accounts: Installed<AccountsServicePlugin.Exports>, _ sessions: Installed<SessionsServicePlugin.Exports>,
        _ limits: Installed<RateLimitingPlugin.Exports>, _ web: Web
    ) throws(PluginHostError) {
        try TokenRefreshWiring.install(on: base, &host, accounts, sessions)
        try BrowserLoginWiring.install(on: base, &host, accounts, sessions, web)
        try DeviceLoginWiring.install(on: base, &host, accounts, sessions, limits, web)
    }

    /// Features that are commands for operators, and nothing else here.
    private static func installCommands(_ host: inout PluginHost) throws(PluginHostError) {
        try AccountImportWiring.install(&host)
        try CertificatePinningWiring.install(&host)
    }
}
