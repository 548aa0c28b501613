import AccountVerificationAPI
import AccountVerificationClient
import AccountsAPI
import AccountsClient
import CommentsAPI
import CommentsClient
import CoreModels
import CryptographyAPI
import FeedClient
import HTTPTransportAPI
import LoginAPI
import LoginClient
import PasswordChangeAPI
import PasswordChangeClient
import PasswordRecoveryAPI
import PasswordRecoveryClient
import PluginKit
import RegistrationAPI
import RegistrationClient
import ScreensHostingAPI
import SecureStorageAPI
import SessionsAPI
import SessionsClient
import TelemetryAPI
import TokenRefreshClient

/// What a person can do from a browser, over what is kept for it: the features'
/// clients, as on a device, but for what waits for a connection.
///
/// It is made for each browser, so it must cost next to nothing.
struct BrowserClient: Sendable {
    let sessions: any SessionStoring
    let login: any LoggingIn
    let logout: any LoggingOut
    let registration: RegistrationClientPlugin.Exports
    let confirmation: any AddressConfirming
    let recovery: any PasswordRecovering
    let passwordChange: any PasswordChanging
    let account: any AccountLoading
    let comments: CommentsClientPlugin.Exports
    let feed: OnlineFeedClientPlugin.Exports
    let devices: any SessionManaging

    /// What all have in common.
    struct Means: Sendable {
        let address: ServerAddress
        let transport: any HTTPTransport
        let hashing: any Hashing
        /// On whose disk what is sent is meanwhile.
        let folder: String
        let logger: Logger
    }

    /// - Parameters:
    ///   - vault: What is kept for the browser.
    ///   - device: What people call it.
    init(_ vault: any SecretStore & SecretLocking, device: String?, _ means: Means) {
        let (transport, logger) = (means.transport, means.logger)
        func server(_ transport: any HTTPTransport) -> ServerClient {
            ServerClient(address: means.address, transport: transport)
        }
        let own = SessionsClientPlugin.assemble(.init(secrets: vault, locks: vault)).exports
        let authorized = TokenRefreshClientPlugin.assemble(
            .init(server: server(transport), transport: transport, sessions: own.store, lock: own.lock, logger: logger)
        ).exports
        let entry = LoginClientPlugin.assemble(
            .init(server: server(transport), sessions: own.store, secrets: vault, device: device)
        ).exports
        sessions = own.store
        login = entry.login
        logout = entry.logout
        registration =
            RegistrationClientPlugin.assemble(
                .init(
                    server: server(transport), sessions: own.store, devices: entry.devices, device: device,
                    replaced: entry.replaced)
            ).exports
        confirmation =
            AccountVerificationClientPlugin.assemble(
                .init(server: server(authorized.transport), sessions: own.store, lock: own.lock)
            ).exports.confirmation
        recovery = PasswordRecoveryClientPlugin.assemble(.init(server: server(transport))).exports.recovery
        passwordChange =
            PasswordChangeClientPlugin.assemble(
                .init(server: server(authorized.transport), sessions: own.store)
            ).exports.change
        account = AccountsClientPlugin.assemble(.init(server: server(authorized.transport))).exports.loading
        comments =
            CommentsClientPlugin.assemble(
                .init(server: server(authorized.transport), sessions: own.store)
            ).exports
        feed =
            OnlineFeedClientPlugin.assemble(
                .init(
                    server: server(authorized.transport), transport: authorized.transport, hashing: means.hashing,
                    folder: means.folder)
            ).exports
        devices =
            DeviceSessionsClientPlugin.assemble(
                .init(
                    server: server(authorized.transport), transport: authorized.transport, sessions: own.store,
                    lock: own.lock)
            ).exports.management
    }
}
