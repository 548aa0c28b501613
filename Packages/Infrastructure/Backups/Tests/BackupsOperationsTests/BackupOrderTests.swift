import ConsoleAPI
import ConsoleTesting
import FoundationEssentials
import KernelTesting
import Testing

/// Which backup is the latest when clocks were wrong.
struct BackupOrderTests {
    private static let years = Duration.seconds(10 * 365 * 86_400)

    @Test(.requirement("OPS-02")) func theLastThatWasMadeIsTheLatestWhateverTheClockSaid() async throws {
        let bench = try await BackupBench()
        bench.server.date.advance(by: Self.years)
        let ahead = try await bench.create()
        bench.server.date.advance(by: .zero - Self.years)
        try await bench.server.publish("third")
        let right = try await bench.create()
        #expect(ahead.name > right.name)
        let list = try await bench.list()
        #expect(list.map(\.name) == [ahead.name, right.name] && list.map(\.is_ahead) == [true, false])
        #expect(list.map(\.number) == [1, 2])
        let shown = try await bench.run("list", "--from", bench.place)
        #expect(shown.output.contains("\(ahead.name) is dated ahead"), "\(shown.output)")
        let verified = try await bench.run("verify", ahead.name, "--from", bench.place, "--language", "es")
        #expect(verified.exit == .success && verified.output.contains("fecha futura"), "\(verified.output)")
        #expect(try await bench.restore().exit == .success)
        #expect(try await ServerOnDisk(bench.target).pictures().count == 3)
    }

    @Test(.requirement("OPS-02")) func whatIsDatedAheadTakesNobodysPlace() async throws {
        let bench = try await BackupBench()
        let old = try await bench.create()
        bench.server.date.advance(by: Self.years)
        let ahead = try await bench.create()
        bench.server.date.advance(by: .seconds(60) - Self.years)
        let real = try await bench.create()
        struct Pruned: Decodable { let removed: [String], ahead: [String] }
        let run = try await bench.run("prune", "--keep", "1", "--from", bench.place, "--json")
        let pruned = try run.json(Pruned.self)
        #expect(pruned.removed == [old.name] && pruned.ahead == [ahead.name])
        #expect(try await bench.list().map(\.name) == [ahead.name, real.name])
    }

    @Test(.requirement("OPS-02")) func severalOfOneSecondAreInTheOrderInWhichTheyWereMade() async throws {
        let bench = try await BackupBench()
        var names: [String] = []
        for number in 0..<8 {
            try await bench.server.publish("picture \(number)")
            names.append(try await bench.create().name)
        }
        #expect(Set(names.map { $0.prefix(18) }).count == 1)
        #expect(try await bench.list().map(\.name) == names)
        _ = try await bench.run("prune", "--keep", "1", "--from", bench.place)
        #expect(try await bench.list().map(\.name) == [names[7]])
    }

    /// What an older program made says no number; its backups come first, by their times.
    @Test(.requirement("OPS-02")) func backupsOfAnOlderProgramStayReadable() async throws {
        let bench = try await BackupBench()
        bench.server.date.advance(by: Self.years)
        _ = try await bench.create()
        bench.server.date.advance(by: .zero - Self.years)
        _ = try await bench.create()
        for item in try await bench.list() { try await bench.forgetNumber(of: item.name) }
        bench.server.date.advance(by: .seconds(60))
        let new = try await bench.create()
        let list = try await bench.list()
        #expect(list.map(\.number) == [nil, nil, 1] && list.map(\.readable) == [true, true, true])
        #expect(list.map(\.is_ahead) == [true, false, false] && list.last?.name == new.name)
        for item in list {
            #expect(try await bench.run("verify", item.name, "--from", bench.place).exit == .success)
        }
    }

    /// Whoever prunes after one was found damaged has the good one still.
    @Test(.requirement("OPS-02")) func oneThatWasFoundDamagedTakesNobodysPlace() async throws {
        let bench = try await BackupBench()
        let first = try await bench.create()
        bench.server.date.advance(by: .seconds(60))
        let good = try await bench.create()
        bench.server.date.advance(by: .seconds(60))
        let damaged = try await bench.create()
        let file = URL(filePath: bench.place + "/\(damaged.name)/essentiald.sqlite")
        var bytes = try Data(contentsOf: file)
        bytes[4_100] ^= 1
        try bytes.write(to: file)
        #expect(try await !bench.verify().sound)
        struct Pruned: Decodable { let removed: [String], damaged: [String] }
        let pruned = try await bench.run("prune", "--keep", "1", "--from", bench.place, "--json").json(Pruned.self)
        #expect(pruned.removed == [first.name] && pruned.damaged == [damaged.name])
        #expect(try await bench.list().map(\.name) == [good.name, damaged.name])
        #expect(try await bench.run("verify", good.name, "--from", bench.place).exit == .success)
        #expect(try await bench.run("list", "--from", bench.place).output.contains("damaged"))
    }

    @Test(.requirement("OPS-02")) func oneThatIsCalledByAnotherTimeIsToldItsName() async throws {
        let bench = try await BackupBench()
        let name = try await bench.create().name
        let other = "2031" + name.dropFirst(4)
        try FileManager.default.moveItem(atPath: bench.place + "/" + name, toPath: bench.place + "/" + other)
        #expect(try await bench.verify().findings.map(\.code) == ["name_changed"])
        #expect(try await bench.list().map(\.readable) == [false])
        #expect(try await bench.restore().errors.contains(name))
    }

    /// The one that can't be read may be the latest; nothing is removed on a guess.
    @Test(.requirement("OPS-02")) func whatCannotBeReadIsNoReasonToRemoveAnother() async throws {
        let bench = try await BackupBench()
        let first = try await bench.create()
        bench.server.date.advance(by: .seconds(60))
        let second = try await bench.create()
        try Data().write(to: URL(filePath: bench.place + "/\(second.name)/backup.json"))
        let run = try await bench.run("prune", "--keep", "1", "--from", bench.place, "--json")
        #expect(try run.failureCode() == "backup_not_sound")
        bench.server.date.advance(by: .seconds(60))
        let third = try await bench.create()
        #expect(third.number == 3)
        #expect(try await bench.list().map(\.name) == [first.name, second.name, third.name])
    }
}
