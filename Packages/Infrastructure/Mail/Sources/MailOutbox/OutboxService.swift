import FoundationEssentials
import Locking
import MailAPI
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

    func problems() async -> [any Error] {
        outbox.templateProblems
    }

    func examine() async -> ServiceExamination {
        // A database that can't be read tells so itself.
        guard let letters = try? await outbox.undelivered() else { return ServiceExamination() }
        return ServiceExamination(findings: OutboxFindings.findings(in: letters, at: outbox.now()))
    }

    func reload() async throws {
        try outbox.readTemplates()
    }

    func start() async throws {
        try await outbox.prepare()
        try await courier.takeUp()
        let task = Task { [self] in
            // Ends when all that is under way is delivered.
            await withDiscardingTaskGroup { group in await deliver(in: &group) }
        }
        work.withLock { $0 = task }
    }

    /// No letter goes out before all have started: a server that can't start
    /// has changed nothing.
    func run() async throws {
        bell.ring()
    }

    func stop() async {
        courier.close()
        bell.remove()
        await work.current?.value
    }

    /// One letter waits for no other: there is room for several, and a server
    /// that doesn't answer holds up its own letter alone.
    private func deliver(in group: inout DiscardingTaskGroup) async {
        var alarm: Task<Void, Never>?
        for await _ in bell.rings {
            alarm?.cancel()
            let claims = await courier.takeDue()
            for claim in claims ?? [] {
                group.addTask { [courier, bell] in
                    await courier.deliver(claim)
                    bell.ring()
                }
            }
            // What is due and can't be taken would be due again at once.
            guard let pause = claims == nil ? DeliverySchedule.firstDelay : await courier.pause() else { continue }
            alarm = Task { [bell, clock] in
                guard (try? await clock.sleep(for: .seconds(pause))) != nil else { return }
                bell.ring()
            }
        }
        alarm?.cancel()
    }
}
