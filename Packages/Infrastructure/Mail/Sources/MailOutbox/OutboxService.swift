import FoundationEssentials
import Locking
import PluginKit

/// Keeps the courier going: whenever the bell rings, and when a letter is due.
///
/// Deliveries that have begun are finished before the service stops: a letter
/// whose delivery is cut off may have gone out or not.
final class OutboxService: PluginService {
    private let outbox: Outbox
    private let courier: Courier
    private let bell: Bell
    private let clock: any Clock<Duration>
    private let work = Locked<Task<Void, Never>?>(nil)

    init(outbox: Outbox, courier: Courier, bell: Bell, clock: any Clock<Duration>) {
        self.outbox = outbox
        self.courier = courier
        self.bell = bell
        self.clock = clock
    }

    func start() async throws {
        try await outbox.prepare()
        try await courier.takeUp()
        bell.ring()
        let task = Task { [courier, bell, clock] in
            var alarm: Task<Void, Never>?
            for await _ in bell.rings {
                alarm?.cancel()
                let delay = await courier.deliverDue()
                alarm = Task {
                    guard (try? await clock.sleep(for: .seconds(delay))) != nil else { return }
                    bell.ring()
                }
            }
            alarm?.cancel()
        }
        work.withLock { $0 = task }
    }

    func stop() async {
        courier.close()
        bell.remove()
        await work.current?.value
    }
}
