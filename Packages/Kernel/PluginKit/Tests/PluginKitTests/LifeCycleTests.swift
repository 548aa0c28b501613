import KernelTesting
import Localization
import Locking
import PluginKit
import Testing

private struct Failure: Error, Equatable { let at: String }

private struct RecordingService: PluginService {
    let name: String
    let log: Locked<[String]>
    var failsToStart = false
    var failsToRun = false
    var failsToReload = false
    var stopsOn: ManualClock?

    func start() async throws {
        if failsToStart { throw Failure(at: "start \(name)") }
        log.withLock { $0.append("start \(name)") }
    }

    func problems() async -> [any Error] {
        failsToStart ? [Failure(at: "start \(name)"), Failure(at: "check \(name)")] : []
    }

    func rehearse() async -> StartRehearsal {
        StartRehearsal(problems: await problems().suffix(1), unchecked: [LocalizedText(verbatim: name)])
    }

    func reload() async throws {
        if failsToReload { throw Failure(at: "reload \(name)") }
        log.withLock { $0.append("reload \(name)") }
    }

    func run() async throws {
        if failsToRun { throw Failure(at: "run \(name)") }
    }

    func stop() async {
        if let stopsOn { try? await stopsOn.sleep(for: .seconds(1_000)) }
        log.withLock { $0.append("stop \(name)") }
    }
}

private enum One: Plugin {
    static let manifest = PluginManifest(id: "one", summary: LocalizedText(verbatim: "One"))
    static func assemble(_ service: RecordingService) -> Assembly<Void> { Assembly(services: [service]) }
}

private enum Two: Plugin {
    static let manifest = PluginManifest(id: "two", summary: LocalizedText(verbatim: "Two"))
    static func assemble(_ service: RecordingService) -> Assembly<Void> { Assembly(services: [service]) }
}

struct LifeCycleTests {
    private let log = Locked<[String]>([])

    private func composition(
        _ one: (inout RecordingService) -> Void = { _ in }, _ two: (inout RecordingService) -> Void = { _ in }
    ) throws -> Composition {
        var first = RecordingService(name: "one", log: log)
        var second = RecordingService(name: "two", log: log)
        one(&first)
        two(&second)
        var host = PluginHost()
        try host.install(One.self, first)
        try host.install(Two.self, second)
        return try host.composed()
    }

    @Test func startsInOrderAndStopsInReverse() async throws {
        let log = log
        try await composition().run { log.withLock { $0.append("body") } }
        #expect(log.current == ["start one", "start two", "body", "stop two", "stop one"])
    }

    @Test func allProblemsAreFoundBeforeAnythingStarts() async throws {
        let composition = try composition({ $0.failsToStart = true }, { $0.failsToStart = true })
        let problems = await composition.problems()
        #expect(problems.map(\.plugin) == ["one", "one", "two", "two"])
        #expect(
            problems.map { $0.error as? Failure } == ["start", "check"].map { Failure(at: "\($0) one") }
                + ["start", "check"].map { Failure(at: "\($0) two") })
        #expect(log.current == [])
    }

    @Test func aStartIsRehearsedAndNothingStarts() async throws {
        let (problems, unchecked) = try await composition({ _ in }, { $0.failsToStart = true }).rehearse()
        #expect(problems.map(\.plugin) == ["two"] && unchecked.map(\.english) == ["one", "two"])
        #expect(problems.map { $0.error as? Failure } == [Failure(at: "check two")])
        #expect(log.current == [])
    }

    @Test(.requirement("OPS-04")) func oneThatCannotReloadKeepsNoOtherFromIt() async throws {
        let problems = try await composition({ $0.failsToReload = true }).reload()
        #expect(problems.map(\.plugin) == ["one"] && log.current == ["reload two"])
    }

    @Test func rollsBackWhenAStartFails() async throws {
        let composition = try composition({ _ in }, { $0.failsToStart = true })
        await #expect(throws: Failure(at: "start two")) { try await composition.run {} }
        #expect(log.current == ["start one", "stop one"])
    }

    @Test func stopsWhenTheBodyFails() async throws {
        let composition = try composition()
        await #expect(throws: Failure(at: "body")) { try await composition.run { throw Failure(at: "body") } }
        #expect(log.current.suffix(2) == ["stop two", "stop one"])
    }

    @Test func aServiceThatFailsEndsTheBody() async throws {
        let composition = try composition({ $0.failsToRun = true })
        let never = ManualClock()
        await #expect(throws: Failure(at: "run one")) {
            try await composition.run { try await never.sleep(for: .seconds(1)) }
        }
        #expect(log.current.suffix(2) == ["stop two", "stop one"])
    }

    @Test func doesNotWaitForAServiceBeyondItsDeadline() async throws {
        let stuck = ManualClock(), deadline = ManualClock()
        let composition = try composition({ _ in }, { $0.stopsOn = stuck })
        let events = Locked<[LifeCycleEvent]>([])
        async let timeOut: Void = {
            await stuck.waitForSleepers()
            await deadline.waitForSleepers()
            deadline.advance(by: .seconds(10))
        }()
        try await composition.run(
            stopDeadline: .seconds(10), clock: deadline, reporter: { event in events.withLock { $0.append(event) } }
        ) {}
        await timeOut
        #expect(events.current.suffix(2) == [.missedStopDeadline(plugin: "two"), .stopped(plugin: "one")])
    }

    @Test func cancellationStopsProperly() async throws {
        let log = log
        let never = ManualClock()
        let task = Task {
            var service = RecordingService(name: "one", log: log)
            service.stopsOn = nil
            var host = PluginHost()
            try host.install(One.self, service)
            try await host.composed().run { try await never.sleep(for: .seconds(1)) }
        }
        await never.waitForSleepers()
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(log.current == ["start one", "stop one"])
    }
}
