package import CommentsAPI
import CommentsClient
package import CryptographyAPI
package import HTTPTransportAPI
package import LoginAPI
import LoginClient
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
/// It is made for each browser, so it must cost next to nothing: what remembers nothing is made when it is asked for.
package struct BrowserClient: Sendable {
    /// Who is logged in.
    package let sessions: any SessionStoring
    /// Why the session before is over.
    package let ends: any SessionEndObserving & SessionEndRecalling
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
    /// What was said about pictures.
    package let comments: any CommentsReading
    /// Saying something about pictures.
    package let commenting: any CommentPosting
    /// Taking it back.
    package let commentDeletion: any CommentDeleting

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
    /// Forgets who was here when the account goes.
    let forgetting: any SessionEndObserving
    /// Asks with the person's credentials.
    let authorized: any HTTPTransport
    /// What people call the browser.
    let device: String?
    let means: Means

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
        self.means = means
        stranger = ServerClient(address: means.address, transport: means.transport)
        let own = SessionsClientPlugin.assemble(.init(secrets: vault, locks: vault)).exports
        authorized = Self.authorized(own, stranger, means)
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
        forgetting = entry.forgetting
        let making = RegistrationClientPlugin.assemble(
            .init(
                server: stranger, sessions: own.store, devices: entry.devices, device: device,
                unwanted: entry.unwanted)
        ).exports
        (registration, registrationRules) = (making.registration, making.validator)
        let talk = CommentsClientPlugin.assemble(.init(server: server, sessions: own.store)).exports
        (comments, commenting, commentDeletion) = (talk.reading, talk.posting, talk.deleting)
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
