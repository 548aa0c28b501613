import BackupsOperations
import ConfigurationAPI
import ConfigurationTesting
import ConsoleAPI
import CryptographyAPI
import CryptographyTesting
import FoundationEssentials
import Glibc
import HTTPServingAPI
import KernelTesting
import Localization
import Locking
import OperatingAPI
import PluginKit
import TelemetryTesting
import Testing

/// Backups that the server makes by itself.
struct BackupScheduleTests {
    private static let day = Duration.seconds(86_400)

    @Test(.requirement("OPS-02")) func oneIsMadeEachDayAndTheOldestGo() async throws {
        let bench = try await BackupBench()
        _ = try await bench.create()
        let serving = try Serving(bench, keep: 3)
        await serving.pass(Self.day / 2)
        #expect(try await bench.list().count == 1, "the one by hand counts")
        await serving.pass(Self.day / 2 + .seconds(600))
        #expect(try await bench.list().count == 2)
        for _ in 0..<4 { await serving.pass(Self.day + .seconds(600)) }
        let list = try await bench.list()
        #expect(list.count == 3 && list.last?.number == 6)
        #expect(await serving.health() == [.healthy])
        #expect(serving.metrics.value(of: "essentiald_backup_failures_total") ?? 0 == 0)
        #expect(serving.log.messages.count { $0 == "backup made" } == 5)
        await serving.stop()
        #expect(try await bench.verify().sound)
    }

    @Test(.requirement("OPS-02")) func aNewStartLeavesNoneOutAndMakesNoneTooMany() async throws {
        let bench = try await BackupBench()
        _ = try await bench.create()
        for _ in 0..<6 {
            let serving = try Serving(bench)
            await serving.pass(Self.day / 4)
            await serving.stop()
        }
        #expect(try await bench.list().count == 2)
        // It was off for a week: one, not seven.
        bench.server.date.advance(by: Self.day * 7)
        let serving = try Serving(bench)
        await serving.pass(.seconds(900))
        await serving.stop()
        #expect(try await bench.list().count == 3)
    }

    @Test(.requirement("OPS-02")) func aClockThatIsSetBackPutsNoneOff() async throws {
        let bench = try await BackupBench()
        _ = try await bench.create()
        let serving = try Serving(bench)
        await serving.pass(Self.day + .seconds(600))
        #expect(try await bench.list().count == 2)
        bench.server.date.advance(by: .zero - Self.day * 30)
        await serving.pass(Self.day + .seconds(900))
        #expect(try await bench.list().count >= 3)
        let count = try await bench.list().count
        await serving.pass(Self.day + .seconds(900))
        #expect(try await bench.list().count == count + 1)
        await serving.stop()
    }

    @Test(.requirement("OPS-02")) func oneFromATimeToComeIsNoReasonToWait() async throws {
        let bench = try await BackupBench()
        bench.server.date.advance(by: Self.day * 365)
        _ = try await bench.create()
        bench.server.date.advance(by: .zero - Self.day * 365)
        let serving = try Serving(bench)
        await serving.pass(.seconds(900))
        #expect(try await bench.list().count == 2)
        await serving.stop()
    }

    /// The folder of a disk that isn't there is on another disk.
    @Test(.requirement("OPS-02")) func aFolderThatIsNoneYetIsToldAndNotMade() async throws {
        let bench = try await BackupBench()
        let serving = try Serving(bench)
        await serving.pass(.seconds(1_200))
        #expect(!FileManager.default.fileExists(atPath: bench.place))
        guard case .impaired(let text)? = await serving.health().first else {
            Issue.record("nobody is told")
            return
        }
        #expect(text.english.contains("mounted") && text.spanish.contains("montado"))
        #expect(serving.metrics.value(of: "essentiald_backup_failures_total") ?? 0 >= 1)
        #expect(serving.log.messages.contains("backup failed"))
        _ = try await bench.create()
        await serving.pass(.seconds(1_200))
        #expect(await serving.health() == [.healthy])
        await serving.pass(Self.day)
        #expect(try await bench.list().count == 2)
        await serving.stop()
    }

    @Test(.requirement("OPS-02")) func whatIsInTheWayIsToldAndTriedAgain() async throws {
        let bench = try await BackupBench()
        _ = try await bench.create()
        let mark = open(bench.place + "/essentiald.backups", O_RDONLY | O_CLOEXEC)
        #expect(flock(mark, LOCK_SH | LOCK_NB) == 0)
        let serving = try Serving(bench)
        await serving.pass(Self.day + .seconds(600))
        #expect(await serving.health() != [.healthy])
        close(mark)
        await serving.pass(.seconds(1_200))
        #expect(await serving.health() == [.healthy])
        #expect(try await bench.list().count == 2)
        await serving.stop()
    }

    @Test(.requirement("OPS-02")) func eachIsProvedAndOneThatIsNotIsToldAndTriedAgain() async throws {
        var bench = try await BackupBench()
        let isOpen = Locked(false), entered = Locked(0)
        bench.server.signingIn = { _ throws(CommandFailure) in
            guard isOpen.current else {
                throw CommandFailure(code: "sign_in_failed", message: LocalizedText(verbatim: "closed"))
            }
            entered.withLock { $0 += 1 }
        }
        _ = try await bench.create()
        let serving = try Serving(bench, proves: true)
        await serving.pass(Self.day + .seconds(300))
        guard case .impaired(let text)? = await serving.health().first else {
            Issue.record("nobody is told")
            return
        }
        #expect(text.english.contains("closed"))
        isOpen.withLock { $0 = true }
        await serving.pass(.seconds(1_200))
        #expect(await serving.health() == [.healthy])
        #expect(entered.current == 1)
        await serving.pass(Self.day)
        #expect(entered.current == 2)
        #expect(try await bench.list().count == 3)
        await serving.stop()
    }

    /// What can't be proved may be so since there is no room left.
    @Test(.requirement("OPS-02")) func whatIsTooManyGoesAlsoWhereNothingCanBeProvedOrMade() async throws {
        var bench = try await BackupBench()
        let isFull = Locked(false)
        bench.server.signingIn = { _ throws(CommandFailure) in
            throw CommandFailure(code: "file", message: LocalizedText(verbatim: "no room"))
        }
        bench.server.maintaining = { maintenance, _ in isFull.current ? nil : maintenance }
        for _ in 0..<4 {
            _ = try await bench.create()
            bench.server.date.advance(by: .seconds(60))
        }
        let proving = try Serving(bench, keep: 3, proves: true)
        await proving.pass(.seconds(900))
        #expect(try await bench.list().count == 3)
        #expect(await proving.health() != [.healthy], "it isn't proved")
        await proving.stop()
        _ = try await bench.create()
        bench.server.date.advance(by: Self.day * 2)
        isFull.withLock { $0 = true }
        let making = try Serving(bench, keep: 3)
        await making.pass(.seconds(120))
        #expect(try await bench.list().count == 3)
        #expect(await making.health() != [.healthy], "none is made")
        await making.stop()
    }

    /// Also where it starts again and again, and its time isn't that of the machine by which another was made.
    @Test(.requirement("OPS-02"), arguments: [-10, 10]) func datesOfAnotherClockMakeNoneTooMany(_ days: Int)
        async throws
    {
        let bench = try await BackupBench()
        _ = try await bench.create()
        for _ in 0..<4 {
            let serving = try Serving(bench, ahead: Self.day * days)
            await serving.pass(.seconds(3_000))
            await serving.stop()
        }
        #expect(try await bench.list().count == 2)
    }

    /// What a clock that was ahead has left takes nobody's place, and keeps none from being removed.
    @Test(.requirement("OPS-02")) func aClockThatIsBehindKeepsNoneTooMany() async throws {
        let bench = try await BackupBench()
        let ahead = try await bench.create()
        let serving = try Serving(bench, keep: 2, ahead: Self.day * -100)
        for _ in 0..<5 { await serving.pass(Self.day + .seconds(600)) }
        await serving.stop()
        let list = try await bench.list()
        #expect(list.count == 3 && list.first?.name == ahead.name, "\(list)")
    }

    /// Whoever was killed between a backup and its proof knows nothing of either.
    @Test(.requirement("OPS-02")) func whatAProcessBeforeLeftUnprovedIsProved() async throws {
        var bench = try await BackupBench()
        _ = try await bench.create()
        let entered = Locked(0)
        bench.server.signingIn = { _ throws(CommandFailure) in
            throw CommandFailure(code: "sign_in_failed", message: LocalizedText(verbatim: "killed"))
        }
        let killed = try Serving(bench, keep: 2, proves: true)
        await killed.pass(Self.day + .seconds(300))
        await killed.stop()
        #expect(try await bench.list().count == 2)
        bench.server.signingIn = { _ throws(CommandFailure) in entered.withLock { $0 += 1 } }
        for _ in 0..<2 {
            let serving = try Serving(bench, keep: 2, proves: true)
            await serving.pass(.seconds(900))
            #expect(await serving.health() == [.healthy])
            await serving.stop()
        }
        let list = try await bench.list()
        #expect(entered.current == 1 && list.map { $0.proved_at != nil } == [false, true])
    }

    @Test func withoutAnIntervalThereIsNone() async throws {
        let bench = try await BackupBench()
        let serving = try Serving(bench, every: nil)
        #expect(await serving.health().isEmpty)
        await serving.stop()
    }

    @Test func settingsThatNeedOthersAreRefused() throws {
        let section = try #require(BackupsOperationsPlugin.declarations.values(of: ConfigurationSections.self).first)
        let problems = { (settings: [Configuration.FixtureSetting]) in
            section.check(.fixture(settings)).map(\.settings)
        }
        #expect(problems([.set(.every, to: Self.day)]) == [["backup.every", "backup.folder"]])
        #expect(problems([.set(.keep, to: 3)]) == [["backup.keep", "backup.every"]])
        #expect(problems([.set(.prove, to: true)]) == [["backup.prove", "backup.every"]])
        let sealed = problems([
            .set(.every, to: Self.day), .set(.folder, to: "/b"), .set(.prove, to: true),
            .set(.recipients, to: ["age1cy0su9fwf3gf9mw868g5yut09p6nytfmmnktexz2ya5uqg9vl9sss4euqm"]),
        ])
        #expect(sealed == [["backup.prove", "backup.recipients"]])
        #expect(problems([.set(.every, to: Self.day), .set(.folder, to: "/b"), .set(.keep, to: 3)]).isEmpty)
    }
}
