import AccountVerificationClient
import AccountVerificationPresentation
import AccountsClient
import AccountsPresentation
import CaptchaClient
import CommentsClient
import CommentsPresentation
import ComposerFlows
import ConsoleAPI
import CoreModels
import FeedClient
import FeedPresentation
import FoundationEssentials
import Localization
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

/// What a person sees of the features: commands over the flows.
enum ClientPresentation {
    static func install(
        _ host: PluginHost, _ infrastructure: ClientInfrastructure, _ features: ClientFeatures, _ places: ClientPlaces
    ) throws(PluginHostError) {
        let memory = ProfileMemory(places: places)
        try host.install(
            RegistrationPresentationPlugin.self,
            .init(
                registration: SignUpCoordinator(
                    .init(
                        registration: try features.registration.exports.registration, memory: memory,
                        keys: try features.proofs.exports.keys)),
                offersRecovery: true))
        try host.install(
            LoginPresentationPlugin.self,
            .init(
                login: SignInCoordinator(
                    .init(
                        login: try features.login.exports.login, memory: memory,
                        keys: try features.proofs.exports.keys, queue: try features.queue.exports.queue)),
                logout: SignOutCoordinator(
                    .init(
                        logout: try features.login.exports.logout, feed: try features.feed.exports.cache,
                        images: try features.feed.exports.imageCache)),
                captcha: try features.captcha.exports.solving, offersRecovery: true))
        try host.install(
            AccountVerificationPresentationPlugin.self,
            .init(confirmation: try features.verification.exports.confirmation))
        try host.install(PasswordChangePresentationPlugin.self, try features.passwordChange.exports.change)
        try host.install(
            PasswordRecoveryPresentationPlugin.self,
            .init(
                recovery: try features.recovery.exports.recovery, captcha: try features.captcha.exports.solving))
        try host.install(
            AccountsPresentationPlugin.self,
            .init(accounts: try features.accounts.exports.loading, sessions: try features.sessions.exports.store))
        try host.install(
            SessionsPresentationPlugin.self,
            .init(
                management: EndSessionCoordinator(
                    .init(
                        management: try features.deviceSessions.exports.management,
                        sessions: try features.sessions.exports.store, queue: try features.queue.exports.queue,
                        makeID: { QueuedRequestID(UUID()) })),
                notices: try features.deviceSessions.exports.notices))
        try host.install(
            FeedPresentationPlugin.self,
            .init(
                feed: BrowseFeedCoordinator(
                    .init(remote: try features.feed.exports.feed, cache: try features.feed.exports.cache)),
                images: try features.feed.exports.images, posting: try features.feed.exports.posting,
                deleting: try features.feed.exports.deleting,
                locations: try features.feed.exports.locations, kept: try features.feed.exports.cache,
                openedFolder: try features.feed.exports.openedFolder))
        try host.install(
            CommentsPresentationPlugin.self,
            .init(
                loading: try features.comments.exports.loading, posting: try features.comments.exports.posting,
                deleting: try features.comments.exports.deleting,
                waiting: try features.comments.exports.waiting))
        try host.install(
            OfflineQueuePresentationPlugin.self,
            .init(retrying: try features.queue.exports.queue, inspection: try features.queue.exports.queue))
        try host.install(
            SessionEndingPlugin.self,
            QueuedSessionEnd(
                management: try features.deviceSessions.exports.management,
                sessions: try features.sessions.exports.store))
        try host.install(
            SecureStoragePresentationPlugin.self, .init(vault: try features.storage.exports.maintenance))
        try host.install(
            ForgettingPlugin.self,
            [
                ForgetFeedWithSession(
                    feed: try features.feed.exports.cache, images: try features.feed.exports.imageCache),
                ForgetKeyWithSession(
                    keys: try features.proofs.exports.keys, sessions: try features.sessions.exports.store),
            ])
        try host.install(
            StatusPlugin.self,
            .init(
                server: try infrastructure.server, sessions: try features.sessions.exports.store,
                vault: try features.storage.exports.maintenance, feed: try features.feed.exports.cache,
                queue: try features.queue.exports.queue))
    }
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

/// Ends sessions whose end had to wait.
private enum SessionEndingPlugin: Plugin {
    static let manifest = PluginManifest(
        id: "queued-session-ends",
        summary: LocalizedText(
            en: "Ends sessions whose end had to wait", es: "Termina las sesiones cuyo final tuvo que esperar"))

    static func assemble(_ handler: QueuedSessionEnd) -> Assembly<Void> {
        var contributions = Contributions()
        contributions.add(handler, to: QueuedRequestHandlers.self)
        return Assembly(contributions: contributions)
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
