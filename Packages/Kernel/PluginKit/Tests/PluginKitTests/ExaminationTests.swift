import KernelTesting
import Localization
import Locking
import PluginKit
import Testing

private struct ExaminedService: PluginService {
    let name: String
    let log: Locked<[String]>
    /// Whether it never comes to an end by itself.
    var hangs = false

    func examine() async -> ServiceExamination {
        log.withLock { $0.append("examine \(name)") }
        if hangs { try? await ContinuousClock().sleep(for: .seconds(86_400)) }
        return ServiceExamination(
            findings: [Finding(name, LocalizedText(en: "It is wrong.", es: "Está mal."), remedy: "mend \(name)")])
    }

    func endExamination() async { log.withLock { $0.append("end \(name)") } }

    func start() async throws { log.withLock { $0.append("start \(name)") } }
}

private enum One: Plugin {
    static let manifest = PluginManifest(id: "one", summary: LocalizedText(verbatim: "One"))
    static func assemble(_ service: ExaminedService) -> Assembly<Void> { Assembly(services: [service]) }
}

private enum Two: Plugin {
    static let manifest = PluginManifest(id: "two", summary: LocalizedText(verbatim: "Two"))
    static func assemble(_ service: ExaminedService) -> Assembly<Void> { Assembly(services: [service]) }
}

struct ExaminationTests {
    private let log = Locked<[String]>([])

    private func composition(firstHangs: Bool) throws -> Composition {
        var host = PluginHost()
        try host.install(One.self, ExaminedService(name: "one", log: log, hangs: firstHangs))
        try host.install(Two.self, ExaminedService(name: "two", log: log))
        return try host.composed()
    }

    @Test(.requirement("OPS-07")) func servicesAreExaminedInOrderAndNoneIsStarted() async throws {
        let codes = try await composition(firstHangs: false).examine(limit: .seconds(60)) { [log] examinations in
            log.withLock { $0.append("read") }
            return examinations.map { "\($0.plugin): \($0.result?.findings.map(\.code) ?? [])" }
        }
        #expect(codes == [#"one: ["one"]"#, #"two: ["two"]"#])
        // What one opened is open until all is read.
        #expect(log.current == ["examine one", "examine two", "read", "end two", "end one"])
    }

    @Test(.requirement("OPS-07")) func oneThatHangsHoldsUpNoOther() async throws {
        let clock = ManualClock(), composition = try composition(firstHangs: true)
        async let found = composition.examine(limit: .seconds(15), clock: clock) { examinations in
            examinations.map { $0.result?.findings.map(\.code) }
        }
        await clock.waitForSleepers(1)
        clock.advance(by: .seconds(15))
        #expect(await found == [nil, ["two"]])
    }
}
