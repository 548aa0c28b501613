import DeviceIntegrityAPI
import KernelTesting
import Locking
import TelemetryAPI
import TelemetryTesting
import Testing

/// In which order violations are looked for, and what becomes of them.
struct IntegrityCheckTests {
    private let log = LogSpy()
    private let asked = Locked([IntegrityViolation]())

    private struct Stub: IntegrityDetecting {
        let violation: IntegrityViolation
        let asked: Locked<[IntegrityViolation]>
        let outcome: Result<[IntegrityFinding], ProbeFailure>

        func detect() async throws(ProbeFailure) -> [IntegrityFinding] {
            asked.withLock { $0.append(violation) }
            return try outcome.get()
        }
    }

    private static let all: [IntegrityFinding] = [
        IntegrityFinding(.changedProgram, "/bin/x"), IntegrityFinding(.tracer, "7"), IntegrityFinding(.root),
    ]

    /// A check whose detectors find these, in the opposite of the order that counts.
    private func check(
        _ findings: [IntegrityFinding], _ policy: IntegrityPolicy = IntegrityPolicy(), isRelease: Bool = true,
        failing: ProbeFailure? = nil
    ) -> IntegrityCheck {
        let detectors = IntegrityViolation.allCases.reversed().map { violation in
            Stub(
                violation: violation, asked: asked,
                outcome: failing.map { .failure($0) }
                    ?? .success(findings.filter { $0.kind.violation == violation }))
        }
        return IntegrityCheck(detectors, policy: policy, isRelease: isRelease, log: log.logger)
    }

    @Test(.requirement("START-02", "START-03"))
    func stopsAtTheFirstViolation() async {
        #expect(
            IntegrityViolation.allCases.map(\.rawValue) == [
                "jailbreak_detected", "debugger_attached", "integrity_compromised",
            ])
        #expect(await check(Self.all).verdict() == .violated(.device, [IntegrityFinding(.root)], .warn))
        #expect(asked.current == [.device])
    }

    @Test(.requirement("START-02"))
    func looksForAllOfThemInTheirOrder() async {
        #expect(
            await check(Array(Self.all.prefix(1))).verdict()
                == .violated(.program, [IntegrityFinding(.changedProgram, "/bin/x")], .deny))
        #expect(asked.current == [.device, .debugger, .program])
    }

    @Test(.requirement("START-05"))
    func saysThatAllIsWell() async {
        #expect(await check([]).verdict() == .sound)
        #expect(log.messages == ["Security checks passed"] && log.records.map(\.level) == [.info])
    }

    @Test(.requirement("START-04", "DEVINT-03", "TAMPER-04"), arguments: IntegrityReaction.allCases)
    func logsTheViolationWithItsReaction(_ reaction: IntegrityReaction) async {
        let policy = IntegrityPolicy(reactions: [.debugger: reaction])
        let verdict = await check([IntegrityFinding(.tracer, "gdb (7)")], policy).verdict()
        guard reaction != .ignore else {
            // What is passed over hides nothing that comes after it.
            #expect(verdict == .sound && asked.current == [.device, .debugger, .program])
            return
        }
        #expect(verdict == .violated(.debugger, [IntegrityFinding(.tracer, "gdb (7)")], reaction))
        #expect(log.records.map(\.level) == [.critical])
        for word in ["debugger_attached", "traced", "gdb (7)", reaction.rawValue] { #expect(log.text.contains(word)) }
    }

    @Test(.requirement("START-01"), arguments: [false, true])
    func aDevelopmentBuildReportsAndDoesNothing(_ isEnforced: Bool) async {
        let policy = IntegrityPolicy(reactions: [.device: .deny], isEnforced: isEnforced)
        let verdict = await check([IntegrityFinding(.root)], policy, isRelease: false).verdict()
        #expect(verdict == .violated(.device, [IntegrityFinding(.root)], isEnforced ? .deny : nil))
        #expect(log.records.map(\.level) == [isEnforced ? .critical : .notice])
        #expect(log.text.contains("jailbreak_detected"))
    }

    @Test(.requirement("TAMPER-02"))
    func aProbeThatFailsCountsAsNothingAndIsLogged() async {
        #expect(await check([], failing: ProbeFailure("/proc/self/status", code: 13)).verdict() == .sound)
        #expect(log.records.map(\.level) == [.notice, .notice, .notice, .info])
        #expect(log.text.contains("/proc/self/status") && log.text.contains("debugger_attached"))
    }

    @Test(.requirement("DEVINT-02", "DEVINT-03"))
    func whatThePolicyAllowsDoesNotCount() async {
        let findings = [
            IntegrityFinding(.root), IntegrityFinding(.preloadedLibrary, "/usr/lib/libjemalloc.so.2"),
            IntegrityFinding(.preloadedLibrary, "/tmp/x.so"),
        ]
        let policy = IntegrityPolicy(ignored: [.root], libraries: ["/usr/lib/libjemalloc.so.2"])
        #expect(await check(findings, policy).findings() == [findings[2]])
        #expect(await check(Array(findings.prefix(2)), policy).verdict() == .sound)
    }

    @Test(.requirement("DEVINT-03"))
    func theHarderOfTwoPoliciesHolds() {
        let system = IntegrityPolicy(
            reactions: [.device: .deny, .debugger: .warn, .program: .deny], ignored: [.root, .tracer],
            libraries: ["/a", "/b"])
        let own = IntegrityPolicy(
            reactions: [.device: .ignore, .debugger: .wipe, .program: .warn], ignored: [.root], libraries: ["/b"],
            isEnforced: true, key: "k")
        let expected = IntegrityPolicy(
            reactions: [.device: .deny, .debugger: .wipe, .program: .deny], ignored: [.root], libraries: ["/b"],
            isEnforced: true, key: "k")
        #expect(system.and(own) == expected && own.and(system) == expected)
    }
}
