import FoundationEssentials
import KernelTesting
import Testing

/// Real client and real server through schedules that follow from seeds.
///
/// `ESSENTIAL_SCHEDULES` is how many (200 unless told), and `ESSENTIAL_SEED` is
/// the first or, alone, the only one.
@Suite(.serialized)
struct ModelTests {
    private static func number(_ name: String) -> UInt64? {
        ProcessInfo.processInfo.environment[name].flatMap { UInt64($0) }
    }

    @Test(.requirement("TOKEN-12", "TOKEN-19", "TOKEN-20", "TOKEN-24", "TOKEN-25"))
    func noScheduleLogsAnybodyOutAndNoThiefStaysHidden() async throws {
        let seed = Self.number("ESSENTIAL_SEED")
        let count = Self.number("ESSENTIAL_SCHEDULES") ?? (seed == nil ? 200 : 1)
        var replays = 0
        var server = try await SimulatedServer()
        for number in 0..<count {
            // The tables stay small, so that the last schedule is as quick as the first.
            if number % 250 == 249 { server = try await SimulatedServer() }
            let seed = (seed ?? 0) + number
            let schedule = try await Schedule(seed: seed, server: server)
            do {
                try await schedule.run()
                if try await schedule.replay() { replays += 1 }
            } catch {
                let story = schedule.trace.suffix(60).joined(separator: "\n")
                Issue.record("ESSENTIAL_SEED=\(seed) shows it again: \(error)\n\(story)")
                return
            }
        }
        #expect(replays * 5 >= count, "many schedules renew often enough for a replay")
    }

    @Test func aSeedTellsTheSameStoryAgain() async throws {
        var stories: Set<[String]> = []
        for _ in 0..<3 {
            let schedule = try await Schedule(seed: 7, server: SimulatedServer())
            try await schedule.run()
            stories.insert(schedule.trace)
        }
        #expect(stories.count == 1)
    }
}
