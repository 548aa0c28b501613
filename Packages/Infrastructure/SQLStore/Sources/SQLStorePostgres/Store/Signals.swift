import SQLStoreAPI
import SQLStoreCore
import Threads

/// Passes signals on: those of this process at once, and those of others as the
/// server notifies of them.
final class Signals: Sendable {
    /// What notifications are sent under.
    static let channel = "essential_signals"

    let listeners = Listeners()
    /// Tells this process from others.
    let process: String
    /// Those who listen are called one after another.
    private let turn = Monitor(())

    init(process: String) {
        self.process = process
    }

    /// Has the server notify all who listen once the present transaction is
    /// committed.
    func announce(_ aftermath: Aftermath, over connection: Connection) throws(SQLError) {
        for (topic, payload) in aftermath.signals {
            let notification = "\(process)\n\(topic.name)\n\(payload)"
            try connection.run(("SELECT pg_notify(\(Self.channel), \(notification))" as SQL).form)
        }
    }

    /// Tells those who listen here, and does what was left for after the commit.
    func finish(_ aftermath: Aftermath) {
        if !aftermath.signals.isEmpty {
            turn.withLock { _ in
                for (topic, payload) in aftermath.signals { listeners.send(payload, about: topic) }
            }
        }
        for action in aftermath.actions { action() }
    }

    /// What this process sends itself, to know that it hears.
    var echo: String { "\(process)\n\n" }

    /// Takes a notification.
    ///
    /// - Returns: Whether it is the echo.
    func take(_ notification: String) -> Bool {
        let parts = notification.split(separator: "\n", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3 else { return false }
        // What this process signals it has heard at its commit.
        guard parts[0] != process else { return parts[1].isEmpty }
        turn.withLock { _ in listeners.send(String(parts[2]), toTopicNamed: String(parts[1])) }
        return false
    }

    func tellAll(_ signal: SQLSignal) {
        turn.withLock { _ in listeners.sendToAll(signal) }
    }
}
