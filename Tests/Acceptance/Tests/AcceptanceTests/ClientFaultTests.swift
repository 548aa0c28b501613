import FoundationEssentials
import Glibc
import KernelTesting
import Testing

/// The client under a mixed load: killed at any moment, and on a disk on which
/// single calls fail.
///
/// No session is lost, nothing that was acknowledged, nothing that waits is
/// lost or done twice, the next start works, and nothing is called damaged that
/// isn't.
///
/// The variables `ESSENTIAL_CLIENT_KILLS` and `ESSENTIAL_CLIENT_FAULTS` say how
/// many; at night there are 100 and 400. `ESSENTIAL_CLIENT_SEED` repeats a run.
struct ClientFaultTests {
    private static let kills = Surroundings.number("ESSENTIAL_CLIENT_KILLS") ?? 24
    private static let faults = Surroundings.number("ESSENTIAL_CLIENT_FAULTS") ?? 24
    private static let seed = UInt64(Surroundings.number("ESSENTIAL_CLIENT_SEED") ?? 0xC11E)

    @Test(.requirement("STORE-14", "OFFLINE-03")) func killsUnderAMixedLoadLoseNothing() async throws {
        var load = try await MixedLoad(seed: Self.seed)
        var generator = SeededGenerator(seed: Self.seed ^ 1)
        var killed = 0, round = 0
        while killed < Self.kills, round < Self.kills * 6 {
            round += 1
            let step = try await load.next(round)
            let child = try load.client.spawn(step.arguments)
            if let input = step.input { child.provideInput(input) }
            let slowest: UInt32 = step.arguments[0] == "login" ? 400_000 : 120_000
            try await pass(microseconds: UInt32.random(in: 0..<slowest, using: &generator))
            if Int.random(in: 0..<4, using: &generator) != 0 { child.send(SIGKILL) }
            let outcome = await child.outcome()
            if outcome.exit == .signal(SIGKILL) { killed += 1 }
            let comment: Comment = "round \(round), \(step.arguments), seed \(Self.seed)"
            load.note(outcome, of: step, comment)
            try await load.check(comment)
        }
        #expect(killed >= Self.kills)
        try await load.finish("seed \(Self.seed)")
        print("\(killed) kills of the client in \(round) commands, seed \(Self.seed): \(load.summary)")
    }

    private struct Fault: CustomStringConvertible {
        private static let calls: [(FailingDisk.Call, Int)] = [
            (.read, 14), (.write, 8), (.synchronize, 4), (.open, 14), (.look, 20), (.lock, 6), (.rename, 3),
            (.unlink, 4), (.make, 4), (.truncate, 2),
        ]

        let call: FailingDisk.Call
        let position: Int
        let code: Int32

        init(using generator: inout SeededGenerator) {
            let (call, count) = Self.calls.randomElement(using: &generator) ?? (.write, 1)
            self.call = call
            position = Int.random(in: 1...count, using: &generator)
            let codes: [Int32] =
                switch call {
                case .read: [EIO, FailingDisk.short]
                case .write: [EIO, ENOSPC, FailingDisk.short]
                case .open: [EIO, EMFILE, ENOSPC]
                case .lock: [EIO, ENOLCK]
                case .synchronize: [EIO, ENOSPC]
                default: [EIO]
                }
            code = codes.randomElement(using: &generator) ?? EIO
        }

        var description: String { "\(call) \(position) with \(code)" }
    }

    @Test(.requirement("STORE-14", "STORE-20", "OFFLINE-03")) func singleFaultsUnderAMixedLoadLoseNothing() async throws
    {
        let folder = try TemporaryFolder(), disk = try await FailingDisk(of: folder.path(of: "home"))
        var load = try await MixedLoad(seed: Self.seed ^ 2, environment: disk.environment, home: disk.folder)
        var generator = SeededGenerator(seed: Self.seed ^ 3)
        var failed = 0, round = 0
        while failed < Self.faults, round < Self.faults * 5 {
            round += 1
            let step = try await load.next(round)
            let fault = Fault(using: &generator)
            try disk.fail(fault.call, at: fault.position, with: fault.code)
            let child = try load.client.spawn(step.arguments)
            if let input = step.input { child.provideInput(input) }
            let outcome = await child.outcome()
            failed += disk.failures
            try disk.mend()
            let comment: Comment = "round \(round), \(step.arguments), \(fault), \(outcome.exit), seed \(Self.seed)"
            load.note(outcome, of: step, comment)
            try await load.check(comment)
        }
        #expect(failed >= Self.faults)
        try await load.finish("seed \(Self.seed)")
        print("\(failed) faults of the client's disk in \(round) commands, seed \(Self.seed): \(load.summary)")
    }
}
