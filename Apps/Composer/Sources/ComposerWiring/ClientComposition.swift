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
import CryptographyOpenSSL
import FeedClient
import FeedPresentation
import FoundationEssentials
import HTTPTransportAPI
import HTTPTransportCurl
import Localization
import LoginAPI
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
import TelemetryOutput
import TokenRefreshClient

/// The whole client, composed and not started.
struct ClientComposition {
    let plugins: Composition
    let cryptography: Cryptography
    /// Tells what became of requests that waited.
    let notices: any QueueInspecting

    init(
        _ options: ClientOptions, device: String?, passphrases: any PassphraseProviding,
        onDelay: @escaping @Sendable () -> Void, onSealed: @escaping @Sendable (QueuedRequestKind?) -> Void,
        onSent: @escaping @Sendable (QueueNotice) -> Void,
        onWarning: @escaping @Sendable (LocalizedText) -> Void
    ) throws(PluginHostError) {
        let places = ClientPlaces(home: options.home, profile: options.profile, server: options.server)
        var host = PluginHost()
        let base = try ClientInfrastructure(&host, options)
        let features = try ClientFeatures.install(
            on: base, &host, places, device: device, passphrases: passphrases,
            sendsWhatWaits: options.sendsWhatWaits, imageCacheBytes: options.imageCacheBytes, onDelay: onDelay,
            onSealed: onSealed, onSent: onSent)
        try ClientPresentation.install(on: base, &host, features, places, onWarning: onWarning)
        plugins = try host.composed()
        notices = try plugins[features.queue].queue
        cryptography = try plugins[base.cryptography].cryptography
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

    static func install(
        on base: ClientInfrastructure, _ host: inout PluginHost, _ places: ClientPlaces, device: String?,
        passphrases: any PassphraseProviding, sendsWhatWaits: Bool, imageCacheBytes: Int,
        onDelay: @escaping @Sendable () -> Void, onSealed: @escaping @Sendable (QueuedRequestKind?) -> Void,
        onSent: @escaping @Sendable (QueueNotice) -> Void
    ) throws(PluginHostError) -> ClientFeatures {
        let storage = try host.install(SecureStorageClientPlugin.self) { scope in
            try .init(
                folder: places.vault, passphrases: passphrases, cryptography: scope[base.cryptography].cryptography,
                logger: scope[base.telemetry].logger)
        }
        let proofs = try host.install(ProofOfPossessionClientPlugin.self) { scope in
            try .init(
                server: base.address, transport: scope[base.transport].transport,
                secrets: scope[storage].secrets, cryptography: scope[base.cryptography].cryptography,
                logger: scope[base.telemetry].logger)
        }
        let sessions = try host.install(SessionsClientPlugin.self) { scope in
            try .init(secrets: scope[storage].secrets, locks: scope[storage].locks)
        }
        let queue = try host.install(OfflineQueueClientPlugin.self) { scope in
            let store = try scope[sessions].store
            return try .init(
                secrets: scope[storage].secrets, locks: scope[storage].locks, vault: scope[storage].maintenance,
                handlers: scope.collector(of: QueuedRequestHandlers.self), person: { await store.load().person },
                patience: sendsWhatWaits ? .seconds(10) : nil, onDelay: onDelay, onSealed: onSealed, onSent: onSent)
        }
        let refresh = try host.install(TokenRefreshClientPlugin.self) { scope in
            try .init(
                server: base.client(over: scope[proofs].transport), transport: scope[proofs].transport,
                sessions: scope[sessions].store, lock: scope[sessions].lock,
                observers: scope.collector(of: SessionEndObservers.self), logger: scope[base.telemetry].logger)
        }
        let captcha = try host.install(CaptchaClientPlugin.self) { scope in
            try .init(hashing: scope[base.cryptography].cryptography.hashing)
        }
        let login = try host.install(LoginClientPlugin.self) { scope in
            try .init(
                server: base.client(over: scope[proofs].transport), sessions: scope[sessions].store,
                secrets: scope[storage].secrets, device: device, queue: scope[queue].queue,
                observers: scope.collector(of: LoginObservers.self),
                endObservers: scope.collector(of: SessionEndObservers.self))
        }
        let registration = try host.install(RegistrationClientPlugin.self) { scope in
            try .init(
                server: base.client(over: scope[proofs].transport), sessions: scope[sessions].store,
                devices: scope[login].devices, device: device, replaced: scope[login].replaced,
                queue: scope[queue].queue, endObservers: scope.collector(of: SessionEndObservers.self))
        }
        let accounts = try host.install(AccountsClientPlugin.self) { scope in
            try .init(server: base.client(over: scope[refresh].transport))
        }
        let verification = try host.install(AccountVerificationClientPlugin.self) { scope in
            try .init(
                server: base.client(over: scope[refresh].transport),
                sessions: scope[sessions].store, lock: scope[sessions].lock,
                queue: scope[queue].queue)
        }
        let passwordChange = try host.install(PasswordChangeClientPlugin.self) { scope in
            try .init(
                server: base.client(over: scope[refresh].transport),
                sessions: scope[sessions].store)
        }
        let recovery = try host.install(PasswordRecoveryClientPlugin.self) { scope in
            try .init(server: base.client(over: scope[base.transport].transport), queue: scope[queue].queue)
        }
        let feed = try host.install(FeedClientPlugin.self) { scope in
            try .init(
                server: base.client(over: scope[refresh].transport),
                serverOf: base.clients(over: scope[refresh].transportOf),
                transport: scope[refresh].transport, executor: scope[base.transport].executor,
                hashing: scope[base.cryptography].cryptography.hashing,
                cacheFolder: places.cache, imageCacheBytes: imageCacheBytes)
        }
        let comments = try host.install(CommentsClientPlugin.self) { scope in
            try .init(
                server: base.client(over: scope[refresh].transport),
                serverOf: base.clients(over: scope[refresh].transportOf),
                sessions: scope[sessions].store, queue: scope[queue].queue)
        }
        let deviceSessions = try host.install(DeviceSessionsClientPlugin.self) { scope in
            try .init(
                server: base.client(over: scope[refresh].transport),
                transport: scope[refresh].transport, sessions: scope[sessions].store,
                lock: scope[sessions].lock, endObservers: scope.collector(of: SessionEndObservers.self))
        }
        return ClientFeatures(
            storage: storage, proofs: proofs, sessions: sessions, queue: queue, refresh: refresh,
            registration: registration, captcha: captcha, login: login, accounts: accounts,
            verification: verification, passwordChange: passwordChange, recovery: recovery, feed: feed,
            comments: comments, deviceSessions: deviceSessions)
    }
}
