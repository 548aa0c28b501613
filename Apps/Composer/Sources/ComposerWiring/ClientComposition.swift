import AccountVerificationClient
import AccountVerificationPresentation
import AccountsClient
import AccountsPresentation
import CaptchaClient
import CommentsClient
import CommentsPresentation
import ComposerFlows
import ConsoleAPI
import CryptographyAPI
import FeedClient
import FeedPresentation
import FoundationEssentials
import HTTPTransportAPI
import LoginClient
import LoginPresentation
import OfflineQueueAPI
import OfflineQueueClient
import OfflineQueuePresentation
import PasswordChangeClient
import PasswordRecoveryClient
import PluginKit
import ProofOfPossessionClient
import RegistrationClient
import RegistrationPresentation
import SecureStorageAPI
import SecureStorageClient
import SessionsAPI
import SessionsClient
import TokenRefreshClient

/// The whole client, composed and not started.
struct ClientComposition {
    let host = PluginHost()
    let cryptography: Cryptography
    /// Tells what became of requests that waited.
    let notices: any QueueInspecting

    init(
        _ options: ClientOptions, device: String?, passphrases: any PassphraseProviding,
        onDelay: @escaping @Sendable () -> Void
    ) throws(PluginHostError) {
        let places = ClientPlaces(home: options.home, profile: options.profile, server: options.server)
        let infrastructure = try ClientInfrastructure(host, options)
        let features = try ClientFeatures(
            host, infrastructure, places, device: device, passphrases: passphrases,
            sendsWhatWaits: options.sendsWhatWaits, imageCacheBytes: options.imageCacheBytes, onDelay: onDelay)
        notices = try features.queue.exports.queue
        try ClientPresentation.install(host, infrastructure, features, places)
        cryptography = try infrastructure.cryptography
    }
}

/// The features of the client, each given what it needs.
struct ClientFeatures {
    let storage: Installed<SecureStorageClientPlugin.Exports>
    let proofs: Installed<ProofOfPossessionClientPlugin.Exports>
    let sessions: Installed<SessionsClientPlugin.Exports>
    let queue: Installed<OfflineQueueClientPlugin.Exports>
    let refresh: Installed<TokenRefreshClientPlugin.Exports>
    let registration: Installed<RegistrationClientPlugin.Exports>
    let captcha: Installed<CaptchaClientPlugin.Exports>
    let login: Installed<LoginClientPlugin.Exports>
    let accounts: Installed<AccountsClientPlugin.Exports>
    let verification: Installed<AccountVerificationClientPlugin.Exports>
    let passwordChange: Installed<PasswordChangeClientPlugin.Exports>
    let recovery: Installed<PasswordRecoveryClientPlugin.Exports>
    let feed: Installed<FeedClientPlugin.Exports>
    let comments: Installed<CommentsClientPlugin.Exports>
    let deviceSessions: Installed<DeviceSessionsClientPlugin.Exports>

    init(
        _ host: PluginHost, _ infrastructure: ClientInfrastructure, _ places: ClientPlaces, device: String?,
        passphrases: any PassphraseProviding, sendsWhatWaits: Bool, imageCacheBytes: Int,
        onDelay: @escaping @Sendable () -> Void
    ) throws(PluginHostError) {
        storage = try host.install(
            SecureStorageClientPlugin.self,
            .init(
                folder: places.vault, passphrases: passphrases, cryptography: try infrastructure.cryptography,
                logger: try infrastructure.log))
        proofs = try host.install(
            ProofOfPossessionClientPlugin.self,
            .init(
                server: try infrastructure.server.address, transport: try infrastructure.transport,
                secrets: try storage.exports.secrets, cryptography: try infrastructure.cryptography,
                logger: try infrastructure.log))
        sessions = try host.install(
            SessionsClientPlugin.self,
            .init(secrets: try storage.exports.secrets, locks: try storage.exports.locks))
        queue = try host.install(
            OfflineQueueClientPlugin.self,
            .init(
                secrets: try storage.exports.secrets, locks: try storage.exports.locks,
                vault: try storage.exports.maintenance,
                handlers: host.collector(of: QueuedRequestHandlers.self),
                patience: sendsWhatWaits ? .seconds(10) : nil, onDelay: onDelay))
        let proving = try proofs.exports.transport
        refresh = try host.install(
            TokenRefreshClientPlugin.self,
            .init(
                server: infrastructure.client(over: proving), transport: proving,
                sessions: try sessions.exports.store, lock: try sessions.exports.lock,
                observers: host.collector(of: SessionEndObservers.self), logger: try infrastructure.log))
        captcha = try host.install(
            CaptchaClientPlugin.self, .init(hashing: try infrastructure.cryptography.hashing))
        login = try host.install(
            LoginClientPlugin.self,
            .init(
                server: infrastructure.client(over: proving), sessions: try sessions.exports.store,
                secrets: try storage.exports.secrets, device: device, queue: try queue.exports.queue,
                endObservers: host.collector(of: SessionEndObservers.self)))
        registration = try host.install(
            RegistrationClientPlugin.self,
            .init(
                server: infrastructure.client(over: proving), sessions: try sessions.exports.store,
                devices: try login.exports.devices,
                queue: try queue.exports.queue, endObservers: host.collector(of: SessionEndObservers.self)))
        accounts = try host.install(
            AccountsClientPlugin.self, .init(server: infrastructure.client(over: try refresh.exports.transport)))
        verification = try host.install(
            AccountVerificationClientPlugin.self,
            .init(
                server: infrastructure.client(over: try refresh.exports.transport),
                sessions: try sessions.exports.store, lock: try sessions.exports.lock,
                queue: try queue.exports.queue))
        passwordChange = try host.install(
            PasswordChangeClientPlugin.self,
            .init(
                server: infrastructure.client(over: try refresh.exports.transport),
                sessions: try sessions.exports.store))
        recovery = try host.install(
            PasswordRecoveryClientPlugin.self,
            .init(server: try infrastructure.server, queue: try queue.exports.queue))
        feed = try host.install(
            FeedClientPlugin.self,
            .init(
                server: infrastructure.client(over: try refresh.exports.transport),
                transport: try refresh.exports.transport, executor: try infrastructure.executor,
                hashing: try infrastructure.cryptography.hashing,
                cacheFolder: places.cache, imageCacheBytes: imageCacheBytes))
        comments = try host.install(
            CommentsClientPlugin.self,
            .init(
                server: infrastructure.client(over: try refresh.exports.transport),
                sessions: try sessions.exports.store, queue: try queue.exports.queue))
        deviceSessions = try host.install(
            DeviceSessionsClientPlugin.self,
            .init(
                server: infrastructure.client(over: try refresh.exports.transport),
                transport: try refresh.exports.transport, sessions: try sessions.exports.store,
                lock: try sessions.exports.lock, endObservers: host.collector(of: SessionEndObservers.self)))
    }
}
