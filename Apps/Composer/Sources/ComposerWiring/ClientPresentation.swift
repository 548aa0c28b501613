import AccountVerificationClient
import AccountVerificationPresentation
import AccountsClient
import AccountsPresentation
import CaptchaClient
import CommentsClient
import CommentsPresentation
import ComposerFlows
import ConsoleAPI
import ConsoleTerminal
import CoreModels
import FeedClient
import FeedPresentation
import FoundationEssentials
import HTTPTransportCurl
import Localization
import LoginAPI
import LoginClient
import LoginPresentation
import OfflineQueueAPI
import OfflineQueueClient
import OfflineQueuePresentation
import PasswordChangeClient
import PasswordChangePresentation
import PasswordRecoveryClient
import PasswordRecoveryPresentation
import PluginKit
import ProofOfPossessionClient
import RegistrationClient
import RegistrationPresentation
import SecureStorageClient
import SecureStoragePresentation
import SessionsAPI
import SessionsClient
import SessionsPresentation
import TelemetryOutput

/// What a person sees of the features: commands over the flows.
enum ClientPresentation {
    static func install(
        on base: ClientInfrastructure, _ host: inout PluginHost, _ features: ClientFeatures, _ places: ClientPlaces,
        onWarning: @escaping @Sendable (LocalizedText) -> Void
    ) throws(PluginHostError) {
        let memory = ProfileMemory(places: places)
        try host.install(RegistrationPresentationPlugin.self) { scope in
            try .init(
                registration: SignUpCoordinator(
                    .init(
                        registration: scope[features.registration].registration, memory: memory,
                        keys: scope[features.proofs].keys)),
                validator: scope[features.registration].validator, offersRecovery: true)
        }
        try host.install(LoginPresentationPlugin.self) { scope in
            try .init(
                login: SignInCoordinator(
                    .init(
                        login: scope[features.login].login, keys: scope[features.proofs].keys,
                        queue: scope[features.queue].queue)),
                logout: SignOutCoordinator(
                    .init(
                        logout: scope[features.login].logout, feed: scope[features.feed].cache,
                        images: scope[features.feed].imageCache, queue: scope[features.queue].queue,
                        vault: scope[features.storage].maintenance, tell: onWarning)),
                captcha: scope[features.captcha].solving, offersRecovery: true,
                person: person(in: scope[features.sessions].store))
        }
        try host.install(AccountVerificationPresentationPlugin.self) { scope in
            try .init(confirmation: scope[features.verification].confirmation)
        }
        try host.install(PasswordChangePresentationPlugin.self) { scope in try scope[features.passwordChange].change }
        try host.install(PasswordRecoveryPresentationPlugin.self) { scope in
            try .init(
                recovery: scope[features.recovery].recovery, captcha: scope[features.captcha].solving)
        }
        try host.install(AccountsPresentationPlugin.self) { scope in
            try .init(accounts: scope[features.accounts].loading, sessions: scope[features.sessions].store)
        }
        try host.install(SessionsPresentationPlugin.self) { scope in
            try .init(
                management: EndSessionCoordinator(
                    .init(
                        management: scope[features.deviceSessions].management,
                        sessions: scope[features.sessions].store, queue: scope[features.queue].queue,
                        makeID: { QueuedRequestID(UUID()) })),
                notices: scope[features.deviceSessions].notices)
        }
        try host.install(FeedPresentationPlugin.self) { scope in
            let feed = BrowseFeedCoordinator(
                .init(
                    remote: try scope[features.feed].feed, cache: try scope[features.feed].cache,
                    sessions: try scope[features.sessions].store))
            return try .init(
                feed: feed, keptFeed: feed,
                images: scope[features.feed].images,
                posting: PublishCoordinator(
                    .init(
                        posting: scope[features.feed].posting, sessions: scope[features.sessions].store,
                        queue: scope[features.queue].queue, makeID: { QueuedRequestID(UUID()) })),
                deleting: scope[features.feed].deleting,
                details: scope[features.feed].feed, locations: scope[features.feed].locations,
                kept: scope[features.feed].cache,
                openedFolder: scope[features.feed].openedFolder, additions: scope.collector(of: RowDetailing.self))
        }
        try host.install(CommentsPresentationPlugin.self) { scope in
            try .init(
                loading: scope[features.comments].loading, posting: scope[features.comments].posting,
                deleting: scope[features.comments].deleting,
                waiting: scope[features.comments].waiting)
        }
        try host.install(OfflineQueuePresentationPlugin.self) { scope in
            try .init(retrying: scope[features.queue].queue, inspection: scope[features.queue].queue)
        }
        try host.install(WaitingRequestsPlugin.self) { scope in
            try [
                QueuedSessionEnd(
                    management: scope[features.deviceSessions].management,
                    sessions: scope[features.sessions].store),
                QueuedPost(
                    posting: scope[features.feed].posting, sessions: scope[features.sessions].store,
                    folder: places.uploads),
            ]
        }
        try host.install(SecureStoragePresentationPlugin.self) { scope in
            try .init(vault: scope[features.storage].maintenance)
        }
        try host.install(ForgettingPlugin.self) { scope in
            try [
                ForgetFeedWithSession(
                    feed: scope[features.feed].cache, images: scope[features.feed].imageCache),
                ForgetRowsWithSession(memory: RowMemory(path: places.rows)),
                ForgetKeyWithSession(
                    keys: scope[features.proofs].keys, sessions: scope[features.sessions].store),
                SessionEndWarning(tell: onWarning),
            ]
        }
        try host.install(FollowingPlugin.self) { scope in
            FollowLogins(memory: memory, logger: try scope[base.telemetry].logger)
        }
        try host.install(StatusPlugin.self) { scope in
            try .init(
                server: base.client(over: scope[base.transport].transport), sessions: scope[features.sessions].store,
                vault: scope[features.storage].maintenance, feed: scope[features.feed].cache,
                queue: scope[features.queue].queue)
        }
    }
}

/// Tells who is logged in.
private func person(in sessions: any SessionStoring) -> @Sendable () async -> User? {
    { await sessions.load().person }
}

/// Installs the command `status`.
private enum StatusPlugin: Plugin {
    static let manifest = PluginManifest(
        id: "status-command", summary: LocalizedText(en: "The command status", es: "La orden status"))

    static func assemble(_ dependencies: StatusCommand.Dependencies) -> Assembly<Void> {
        var contributions = Contributions()
        contributions.add(StatusCommand(dependencies).command, to: Commands.self)
        return Assembly(contributions: contributions)
    }
}

/// Does what waited and spans features: the ends of sessions, and pictures.
private enum WaitingRequestsPlugin: Plugin {
    static let manifest = PluginManifest(
        id: "waiting-requests",
        summary: LocalizedText(
            en: "Ends sessions and publishes pictures that had to wait",
            es: "Termina las sesiones y publica las imágenes que tuvieron que esperar"))

    static func assemble(_ handlers: [any QueuedRequestHandling]) -> Assembly<Void> {
        var contributions = Contributions()
        for handler in handlers { contributions.add(handler, to: QueuedRequestHandlers.self) }
        return Assembly(contributions: contributions)
    }
}

/// Hears how attempts to log in end, also those that waited.
private enum FollowingPlugin: Plugin {
    static let manifest = PluginManifest(
        id: "follow-logins",
        summary: LocalizedText(
            en: "Remembers the server of a login and records the attempts that fail",
            es: "Recuerda el servidor de un inicio de sesión y anota los intentos fallidos"))

    static func assemble(_ observer: FollowLogins) -> Assembly<Void> {
        var contributions = Contributions()
        contributions.add(observer, to: LoginObservers.self)
        return Assembly(contributions: contributions)
    }
}

/// Forgets which rows people were shown when their session is over.
private struct ForgetRowsWithSession: SessionEndObserving {
    let memory: RowMemory

    func sessionDidEnd(_ end: SessionEnd) async {
        memory.forget()
    }
}

/// Lets the feed and the key on the device end with the session.
private enum ForgettingPlugin: Plugin {
    static let manifest = PluginManifest(
        id: "forget-with-session",
        summary: LocalizedText(
            en: "Removes what belonged to a session that ended",
            es: "Borra lo que pertenecía a una sesión terminada"))

    static func assemble(_ forgetting: [any SessionEndObserving]) -> Assembly<Void> {
        var contributions = Contributions()
        for observer in forgetting { contributions.add(observer, to: SessionEndObservers.self) }
        return Assembly(contributions: contributions)
    }
}
