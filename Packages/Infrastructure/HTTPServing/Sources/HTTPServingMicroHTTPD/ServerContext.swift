import Glibc
import HTTPServingAPI

/// What all loops of a server share.
final class ServerContext: Sendable {
    let settings: HTTPServerSettings
    let responder: any HTTPResponding
    let observer: any RequestObserver
    let makeRequestID: @Sendable () -> String
    let gate: ConnectionGate
    let unread: UnreadAnswers
    let clock = ContinuousClock()

    init(
        settings: HTTPServerSettings, responder: any HTTPResponding, observer: any RequestObserver,
        makeRequestID: @escaping @Sendable () -> String
    ) {
        self.settings = settings
        self.responder = responder
        self.observer = observer
        self.makeRequestID = makeRequestID
        unread = UnreadAnswers(settings.limits, clock: clock)
        gate = ConnectionGate(
            limit: settings.limits.connections, perClient: settings.limits.connectionsPerAddress,
            patience: settings.limits.unreadTime, clock: clock)
    }

    var limits: HTTPServerLimits { settings.limits }
    var isSecure: Bool { settings.tls != nil }
}
