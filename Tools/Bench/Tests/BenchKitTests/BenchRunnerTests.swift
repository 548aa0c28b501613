import BenchKit
import KernelTesting
import Synchronization
import Testing

struct BenchRunnerTests {
    @Test func contestantsTakeTurnsThereAndBack() async throws {
        let turns = Mutex<[String]>([])
        let runner = BenchRunner(rounds: 3, roundLength: 1) { contestant, _ in
            turns.withLock { $0.append(contestant.name) }
            return Sample(elapsed: 2, processor: 1)
        }
        _ = try await runner.run(BenchCase("sort", [named("a", .subject), named("b", .limit), named("c", .neighbour)]))
        #expect(turns.withLock { $0 }.dropFirst(6) == ["a", "b", "c", "c", "b", "a", "a", "b", "c"])
    }

    @Test func aRoundIsLongEnoughForTheClocks() async throws {
        let counts = Mutex<[Int]>([])
        let runner = BenchRunner(rounds: 2, roundLength: 1000) { _, count in
            counts.withLock { $0.append(count) }
            return Sample(elapsed: 3, processor: 1)
        }
        _ = try await runner.run(BenchCase("sort", [named("a", .subject)]))
        let last = counts.withLock { Array($0.suffix(2)) }
        #expect(last.count == 2 && last.allSatisfy { $0 * 3 >= 1000 && $0 * 3 < 8000 })
    }

    @Test func whatCameBetweenMakesNoShortRounds() async throws {
        let counts = Mutex<[Int]>([])
        let runner = BenchRunner(rounds: 1, roundLength: 1000) { _, count in
            let isFirst = counts.withLock { counts in
                counts.append(count)
                return counts.count == 1
            }
            return Sample(elapsed: isFirst ? 5000 : 3, processor: 1)
        }
        _ = try await runner.run(BenchCase("sort", [named("a", .subject)]))
        #expect(counts.withLock { $0.last ?? 0 } * 3 >= 1000)
    }

    @Test(arguments: [
        (Goal.timesTheLimit(2), true), (.timesTheLimit(1.9), false), (.times(2, of: "C"), true),
        (.times(1.9, of: "C"), false), (.microseconds(4), false),
    ])
    func theGoalIsReckonedInProcessorTime(_ goal: Goal, _ isMet: Bool) async throws {
        let result = try await result(of: [named("Essential", .subject), named("C", .limit)], goal)
        #expect(result.verdicts.map(\.isMet) == [isMet])
        #expect(result.lines.map { $0.ratio?.median } == [nil, 2])
    }

    @Test func nothingIsSaidOfWhoIsNotInstalled() async throws {
        #expect(try await result(of: [named("Essential", .subject)], .times(2, of: "nginx")).verdicts.isEmpty)
    }

    @Test func whatTheWorkRestsOnIsTakenOff() async throws {
        let contestants = [named("Essential", .subject), named("nothing", .floor)]
        #expect(try await result(of: contestants, .microseconds(2.1)).verdicts.map(\.isMet) == [true])
        #expect(try await result(of: contestants, .microseconds(2)).verdicts.map(\.isMet) == [false])
    }

    @Test func theTableAndTheLinesSayWhatCameOut() async throws {
        let result = try await result(of: [named("Essential", .subject), named("C", .limit)], .timesTheLimit(2))
        let table = BenchReport.table(result)
        #expect(table.contains("Essential") && table.contains("4.00") && table.contains("2.00 ×"))
        #expect(table.hasSuffix("✔ met: at most 2.00 times the limit"))
        let machine = Machine(commit: "abc", versions: ["SQLite": "3.40.1", "libcurl": "7.88.1"])
        #expect(machine.text.hasSuffix(", commit abc\nlibcurl 7.88.1, SQLite 3.40.1"))
        let json = try BenchReport.json(result, on: machine)
        #expect(json.contains(#""SQLite":"3.40.1""#))
        #expect(json.contains(#""commit":"abc""#) && json.contains(#""median":4"#) && !json.contains("\n"))
    }

    @Test func realWorkTakesTime() async throws {
        let sample = try await Sample.measuring(1000) { count in
            var sum = 0
            for number in 0..<count * 100 { sum &+= number.hashValue }
            #expect(sum != 1)
        }
        #expect(sample.elapsed > 0 && sample.processor > 0)
    }

    @Test func theMostMemoryOfARoundIsCounted() async throws {
        func memory(_ megabytes: Int) async throws -> Double {
            try await Sample.measuring(1) { _ in
                let bytes = [UInt8](repeating: 1, count: megabytes << 20)
                #expect(bytes.last == 1)
            }.memory
        }
        #expect(try await memory(64) > 60)
        #expect(try await memory(1) < 30)
    }

    /// The subject needs 4 µs of the processor, everybody else 2.
    private func result(of contestants: [Contestant], _ goal: Goal) async throws -> BenchResult {
        let runner = BenchRunner(rounds: 5, roundLength: 1) { contestant, _ in
            Sample(elapsed: 9, processor: contestant.role == .subject ? 4 : 2)
        }
        return try await runner.run(BenchCase("sort", goals: [goal], contestants))
    }

    private func named(_ name: String, _ role: Contestant.Role) -> Contestant { Contestant(name, role) { _ in } }
}
