package import AccountVerificationAPI
import AccountVerificationClient
package import AccountsAPI
import AccountsClient
package import CommentsAPI
import CommentsClient
package import CryptographyAPI
package import FeedAPI
import FeedClient
package import HTTPTransportAPI
package import LoginAPI
import LoginClient
package import PasswordRecoveryAPI
import PasswordRecoveryClient
import PluginKit
package import RegistrationAPI
import RegistrationClient
package import SecureStorageAPI
package import SessionsAPI
import SessionsClient
package import TelemetryAPI
import TokenRefreshClient

/// What a person can do from a browser, over what is kept for it: the features'
/// clients, as on a device, but for what waits for a connection.
///
/// It is made for each browser, so it must cost next to nothing.
package struct BrowserClient: Sendable {
    /// Who is logged in.
    package let sessions: any SessionStoring
    /// Why the session before is over.
    package let ends: any SessionEndRecalling
    /// The person's devices.
    package let devices: any SessionManaging
    /// What happened to the person's account.
    package let notices: any SecurityNoticeListing
    /// What happens to it.
    package let events: any SecurityNoticeFollowing
    /// Logging in.
    package let login: any LoggingIn
    /// Logging out.
    package let logout: any LoggingOut
    /// Making an account.
    package let registration: any Registering
    /// What is asked of names, addresses and passwords.
    package let registrationRules: any RegistrationValidating
    /// Proving an address.
    package let confirmation: any AddressConfirming
    /// Setting another password by mail.
    package let recovery: any PasswordRecovering
    /// The person's account.
    package let account: any AccountLoading
    /// The person's name.
    package let renaming: any AccountRenaming
    /// Deletes it.
    package let accountDeletion: any AccountDeleting
    /// What was said about pictures.
    package let comments: any CommentsReading
    /// Saying something about pictures.
    package let commenting: any CommentPosting
    /// Taking it back.
    package let commentDeletion: any CommentDeleting
    /// The feed.
    package let feed: any FeedReading
    /// The bytes of its pictures.
    package let pictures: any PictureReading
    /// Publishing pictures.
    package let publishing: any ImagePosting
    /// Taking them back.
    package let pictureDeletion: any ImageDeleting

    /// The server, as the person asks it.
    let server: ServerClient
    /// The server, as a stranger asks it.
    let stranger: ServerClient
    /// Has the server end sessions that others replace.
    let replaced: any SessionRevoking
    /// Keeps others from changing the session meanwhile.
    let lock: any SessionLocking
    /// Remembers how the server knows the browser.
    let known: any DeviceRemembering
    /// What people call the browser.
    let device: String?

    /// What all browsers have in common.
    package struct Means: Sendable {
        let address: ServerAddress
        let transport: any HTTPTransport
        let hashing: any Hashing
        let folder: String
        let logger: Logger

        /// Names what they have.
        ///
        /// - Parameter folder: On whose disk what is sent is meanwhile.
        package init(
            address: ServerAddress, transport: any HTTPTransport, hashing: any Hashing, folder: String, logger: Logger
        ) {
            self.address = address
            self.transport = transport
            self.hashing = hashing
            self.folder = folder
            self.logger = logger
        }
    }

    /// Makes a client.
    ///
    /// - Parameters:
    ///   - vault: What is kept for the browser.
    ///   - device: What people call it.
    package init(_ vault: any SecretStore & SecretLocking, device: String?, _ means: Means) {
        self.device = device
        stranger = ServerClient(address: means.address, transport: means.transport)
        let own = SessionsClientPlugin.assemble(.init(secrets: vault, locks: vault)).exports
        let authorized = Self.authorized(own, stranger, means)
        server = ServerClient(address: means.address, transport: authorized)
        (sessions, lock, ends) = (own.store, own.lock, own.ends)
        let ownDevices = DeviceSessionsClientPlugin.assemble(
            .init(
                server: server, transport: authorized, sessions: own.store, lock: own.lock,
                endObservers: { [own.ends] })
        ).exports
        (devices, notices, events) = (ownDevices.management, ownDevices.noticeList, ownDevices.notices)
        let entry = LoginClientPlugin.assemble(
            .init(
                server: stranger, sessions: own.store, secrets: vault, device: device,
                endObservers: { [own.ends] })
        ).exports
        (login, logout, replaced, known) = (entry.login, entry.logout, entry.replaced, entry.devices)
        let making = RegistrationClientPlugin.assemble(
            .init(
                server: stranger, sessions: own.store, devices: entry.devices, device: device,
                unwanted: entry.unwanted)
        ).exports
        (registration, registrationRules) = (making.registration, making.validator)
        confirmation =
            AccountVerificationClientPlugin.assemble(
                .init(server: server, sessions: own.store, lock: own.lock)
            ).exports.confirmation
        recovery = PasswordRecoveryClientPlugin.assemble(.init(server: stranger)).exports.recovery
        let ownAccount = Self.account(own, entry, server)
        (account, renaming, accountDeletion) = (ownAccount.loading, ownAccount.renaming, ownAccount.deleting)
        let talk = CommentsClientPlugin.assemble(.init(server: server, sessions: own.store)).exports
        (comments, commenting, commentDeletion) = (talk.reading, talk.posting, talk.deleting)
        let online = OnlineFeedClientPlugin.assemble(
            .init(server: server, transport: authorized, hashing: means.hashing, folder: means.folder)
        ).exports
        (feed, pictures) = (online.reading, online.pictures)
        (publishing, pictureDeletion) = (online.posting, online.deleting)
    }

    /// Deleting it leaves nothing of it in the browser.
    private static func account(
        _ own: SessionsClientPlugin.Exports, _ entry: LoginClientPlugin.Exports, _ server: ServerClient
    ) -> AccountsClientPlugin.Exports {
        AccountsClientPlugin.assemble(
            .init(server: server, sessions: own.store, lock: own.lock, endObservers: { [own.ends, entry.forgetting] })
        ).exports
    }

    /// Asks with the person's credentials, and keeps why these are over once they are.
    private static func authorized(
        _ own: SessionsClientPlugin.Exports, _ stranger: ServerClient, _ means: Means
    ) -> any HTTPTransport {
        TokenRefreshClientPlugin.assemble(
            .init(
                server: stranger, transport: means.transport, sessions: own.store, lock: own.lock,
                observers: { [own.ends] }, logger: means.logger)
        ).exports.transport
    }
}
