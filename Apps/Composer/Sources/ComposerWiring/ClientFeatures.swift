import AccountVerificationClient
import AccountsClient
import AddressChangeClient
import BrowserLoginClient
import CaptchaClient
import CertificatePinningClient
import CommentsClient
import DeviceFindingsClient
import FeedClient
import LoginClient
import OfflineQueueClient
import PasskeysClient
import PasswordChangeClient
import PasswordRecoveryClient
import PluginKit
import ProofOfPossessionClient
import RegistrationClient
import SecondFactorClient
import SecureStorageClient
import SecurityMetricsClient
import SessionsClient
import TokenRefreshClient

/// The features of the client, in the order in which they need one another.
///
/// Each has a wiring of its own, which says what the feature is given. Commands
/// come after all features, since a flow behind one spans several.
struct ClientFeatures {
    let storage: Installed<SecureStorageClientPlugin.Exports>
    let pinning: Installed<CertificatePinningClientPlugin.Exports>
    let proofs: Installed<ProofOfPossessionClientPlugin.Exports>
    let sessions: Installed<SessionsClientPlugin.Exports>
    let queue: Installed<OfflineQueueClientPlugin.Exports>
    let refresh: Installed<TokenRefreshClientPlugin.Exports>
    let trail: Installed<SecurityMetricsClientPlugin.Exports>
    let findings: Installed<DeviceFindingsClientPlugin.Exports>
    let captcha: Installed<CaptchaClientPlugin.Exports>
    let login: Installed<LoginClientPlugin.Exports>
    let browserLogin: Installed<BrowserLoginClientPlugin.Exports>
    let deviceLogin: Installed<DeviceLoginClientPlugin.Exports>
    let registration: Installed<RegistrationClientPlugin.Exports>
    let accounts: Installed<AccountsClientPlugin.Exports>
    let verification: Installed<AccountVerificationClientPlugin.Exports>
    let addressChange: Installed<AddressChangeClientPlugin.Exports>
    let passwordChange: Installed<PasswordChangeClientPlugin.Exports>
    let secondFactor: Installed<SecondFactorClientPlugin.Exports>
    let passkeys: Installed<PasskeysClientPlugin.Exports>
    let recovery: Installed<PasswordRecoveryClientPlugin.Exports>
    let feed: Installed<FeedClientPlugin.Exports>
    let comments: Installed<CommentsClientPlugin.Exports>
    let deviceSessions: Installed<DeviceSessionsClientPlugin.Exports>

    init(on base: ClientInfrastructure, _ host: inout PluginHost) throws(PluginHostError) {
        storage = try SecureStorageWiring.install(on: base, &host)
        pinning = try CertificatePinningWiring.install(on: base, &host, storage)
        proofs = try ProofOfPossessionWiring.install(on: base, &host, storage)
        sessions = try SessionsWiring.install(on: base, &host, storage, proofs)
        queue = try OfflineQueueWiring.install(on: base, &host, storage, sessions)
        refresh = try TokenRefreshWiring.install(on: base, &host, proofs, sessions)
        trail = try SecurityMetricsWiring.install(on: base, &host, storage, refresh)
        findings = try DeviceFindingsWiring.install(on: base, &host, storage, sessions, refresh)
        captcha = try CaptchaWiring.install(on: base, &host)
        login = try LoginWiring.install(on: base, &host, storage, proofs, sessions, queue)
        browserLogin = try BrowserLoginWiring.install(on: base, &host, proofs, sessions, login)
        deviceLogin = try DeviceLoginWiring.install(on: base, &host, proofs, sessions, login)
        registration = try RegistrationWiring.install(on: base, &host, proofs, sessions, queue, login)
        accounts = try AccountsWiring.install(on: base, &host, refresh, sessions)
        verification = try AccountVerificationWiring.install(on: base, &host, sessions, queue, refresh)
        addressChange = try AddressChangeWiring.install(on: base, &host, sessions, login, refresh, accounts)
        passwordChange = try PasswordChangeWiring.install(on: base, &host, sessions, login, refresh)
        secondFactor = try SecondFactorWiring.install(on: base, &host, refresh)
        passkeys = try PasskeysWiring.install(on: base, &host, refresh)
        recovery = try PasswordRecoveryWiring.install(on: base, &host, sessions, queue)
        feed = try FeedWiring.install(on: base, &host, refresh)
        comments = try CommentsWiring.install(on: base, &host, sessions, queue, refresh)
        deviceSessions = try SessionsWiring.installDevices(on: base, &host, sessions, refresh)
    }

    /// Installs what a person sees of the features.
    func installCommands(on base: ClientInfrastructure, _ host: inout PluginHost) throws(PluginHostError) {
        try RegistrationWiring.installCommands(on: base, &host, self)
        let browserLogin = try BrowserLoginWiring.installCommands(on: base, &host, self)
        let deviceLogin = try DeviceLoginWiring.installCommands(on: base, &host, self)
        try LoginWiring.installCommands(on: base, &host, self, browserLogin, deviceLogin)
        try AccountVerificationWiring.installCommands(on: base, &host, self)
        try AddressChangeWiring.installCommands(on: base, &host, self)
        try PasswordChangeWiring.installCommands(on: base, &host, self)
        try SecondFactorWiring.installCommands(on: base, &host, self)
        try PasskeysWiring.installCommands(on: base, &host, self)
        try PasswordRecoveryWiring.installCommands(on: base, &host, self)
        try AccountsWiring.installCommands(on: base, &host, self)
        try SessionsWiring.installCommands(on: base, &host, self)
        try FeedWiring.installCommands(on: base, &host, self)
        try CommentsWiring.installCommands(on: base, &host, self)
        try OfflineQueueWiring.installCommands(on: base, &host, self)
        try SecureStorageWiring.installCommands(on: base, &host, self)
        try CertificatePinningWiring.installCommands(on: base, &host, self)
        try SecurityMetricsWiring.installCommands(on: base, &host, self)
        try FlowsWiring.install(on: base, &host, self)
        try AppWiring.install(on: base, &host, self)
    }
}
