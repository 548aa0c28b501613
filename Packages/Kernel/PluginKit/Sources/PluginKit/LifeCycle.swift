import Locking

/// Something worth reporting in the life of services.
public enum LifeCycleEvent: Sendable, Equatable {
    /// All services of a plugin's list up to this one have started.
    case started(plugin: String)
    /// A service of the plugin was told to stop and did.
    case stopped(plugin: String)
    /// A service of the plugin was still busy at its deadline; the others are
    /// stopped without waiting for it.
    case missedStopDeadline(plugin: String)
}

/// Something that is wrong with a service of a plugin.
public struct PluginProblem: Sendable {
    /// The plugin's identifier.
    public let plugin: String
    /// What is wrong.
    public let error: any Error
}

struct OwnedService: Sendable {
    let owner: String
    let service: any PluginService
}

/// Starts services in order, runs them, and stops them in reverse.
struct LifeCycle: Sendable {
    let services: [OwnedService]
    let stopDeadline: Duration
    let clock: any Clock<Duration>
    let reporter: @Sendable (LifeCycleEvent) -> Void

    func run(_ body: @escaping @Sendable () async throws -> Void) async throws {
        var started: [OwnedService] = []
        do {
            for service in services {
                try await service.service.start()
                started.append(service)
                reporter(.started(plugin: service.owner))
            }
            try await runBeside(body)
        } catch {
            await stop(started)
            throw error
        }
        await stop(started)
    }

    private func runBeside(_ body: @escaping @Sendable () async throws -> Void) async throws {
        try await withThrowingTaskGroup(of: Bool.self) { group in
            group.addTask {
                try await body()
                return true
            }
            for service in services {
                group.addTask {
                    try await service.service.run()
                    return false
                }
            }
            defer { group.cancelAll() }
            while let isBody = try await group.next(), !isBody {}
        }
    }

    private func stop(_ started: [OwnedService]) async {
        for service in started.reversed() {
            let inTime = await finishes(service.service)
            reporter(inTime ? .stopped(plugin: service.owner) : .missedStopDeadline(plugin: service.owner))
        }
    }

    /// Whether the service stops before the deadline.
    ///
    /// It runs in a task of its own, since a group would wait for a service
    /// that hangs, and since it has to stop properly even where the program's
    /// task was cancelled.
    private func finishes(_ service: any PluginService) async -> Bool {
        let answer = FirstResult<Bool>()
        let stopping = Task {
            await service.stop()
            answer.give(true)
        }
        let timer = Task {
            try await clock.sleep(for: stopDeadline)
            answer.give(false)
        }
        let inTime = await answer.wait()
        timer.cancel()
        if !inTime { stopping.cancel() }
        return inTime
    }
}
