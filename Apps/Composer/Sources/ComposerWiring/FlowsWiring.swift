import AccountsClient
import ComposerFlows
import ConsoleAPI
import ConsoleTerminal
import FeedClient
import Localization
import LoginAPI
import OfflineQueueAPI
import OfflineQueueClient
import PluginKit
import ProofOfPossessionClient
import SecureStorageClient
import SecurityMetricsAPI
import SecurityMetricsClient
import SessionsAPI
import SessionsClient

/// Installs what spans features and belongs to none of them.
enum FlowsWiring {
    static func install(
        on base: ClientInfrastructure, _ host: inout PluginHost, _ features: ClientFeatures
    ) throws(PluginHostError) {
        try host.install(WaitingRequestsPlugin.self) { scope in
            try [
                QueuedSessionEnd(
                    management: scope[features.deviceSessions].management,
                    sessions: scope[features.sessions].store),
                QueuedPost(
                    posting: scope[features.feed].posting, sessions: scope[features.sessions].store,
                    folder: base.places.uploads),
            ]
        }
        try host.install(ForgettingPlugin.self) { scope in
            try [
                ForgetFeedWithSession(
                    feed: scope[features.feed].cache, images: scope[features.feed].imageCache),
                ForgetRowsWithSession(memory: RowMemory(path: base.places.rows)),
                ForgetKeyWithSession(
                    keys: scope[features.proofs].keys, sessions: scope[features.sessions].store,
                    session: scope[features.sessions].secretName),
                SessionEndWarning(tell: base.surroundings.onWarning),
            ]
        }
        try host.install(FollowingPlugin.self) { scope in
            FollowLogins(memory: base.places, logger: try base.log(in: scope))
        }
        try host.install(StatusPlugin.self) { scope in
            let others = OtherServers(places: base.places, cryptography: try base.cryptography(in: scope))
            let trail = try scope[features.trail].trail
            return try StatusCommand(
                .init(
                    server: base.client(over: base.transport(in: scope)),
                    session: .init(sessions: scope[features.sessions].store, account: scope[features.accounts].loading),
                    vault: scope[features.storage].maintenance, feed: scope[features.feed].cache,
                    queue: scope[features.queue].queue),
                places: scope.collector(of: NextStepPlaces.self), elsewhere: { await others.waiting() },
                trail: { try? await trail.kept() })
        }
    }
}

/// Installs the command `status`.
private enum StatusPlugin: Plugin {
    static let manifest = PluginManifest(
        id: "status-command", summary: LocalizedText(en: "The command status", es: "La orden status"))

    static func assemble(_ status: StatusCommand) -> Assembly<Void> {
        var contributions = Contributions()
        contributions.add(status.command, to: Commands.self)
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
