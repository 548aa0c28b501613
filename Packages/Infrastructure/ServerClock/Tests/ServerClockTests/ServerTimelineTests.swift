import CoreModels
import FoundationEssentials
import KernelTesting
import ServerClock
import Testing

/// What the server takes for the time, whatever the machine's clock does.
struct ServerTimelineTests {
    private static let start = Date(timeIntervalSince1970: 1_800_000_000)
    private static let days: Double = 86_400

    private func reading(_ seconds: Double, off: Double = 0) -> ServerTimeline.Reading {
        .init(wall: Self.start.addingTimeInterval(seconds + off), uptime: .seconds(1_000 + seconds))
    }

    private func timeline(_ record: ServerTimeline.Record? = nil, off: Double = 0) -> ServerTimeline {
        ServerTimeline(reading(0, off: off), boot: "b", after: record)
    }

    private func record(
        _ seconds: Double, boot: String = "b", isProvisional: Bool = false, isAccepted: Bool = false
    ) -> ServerTimeline.Record {
        .init(
            time: Self.start.addingTimeInterval(seconds),
            boot: BootTime(boot: boot, uptime: .seconds(1_000 + seconds)), isProvisional: isProvisional,
            isAccepted: isAccepted)
    }

    private func seconds(_ date: Date) -> Double { date.timeIntervalSince(Self.start) }

    @Test func aRightClockIsTheTime() {
        var timeline = timeline()
        #expect([0, 1, 100, 1e6].map { seconds(timeline.time(at: reading($0))) } == [0, 1, 100, 1e6])
        #expect(timeline.deviation == 0)
    }

    @Test(.requirement("D17"), arguments: [40, -40, 3_650, -3_650, 0.01, -0.01])
    func aJumpIsNotBelievedAndPasses(days: Double) {
        var timeline = timeline()
        let off = days * Self.days
        #expect(seconds(timeline.time(at: reading(10, off: off))) == 10)
        #expect(abs(timeline.deviation - off) < 0.001)
        #expect(seconds(timeline.time(at: reading(500, off: off))) == 500)
        #expect(seconds(timeline.time(at: reading(510))) == 510)
        #expect(timeline.deviation == 0)
    }

    @Test func smallStepsForwardAreTakenUpAndTimeNeverGoesBack() {
        var timeline = timeline()
        #expect(seconds(timeline.time(at: reading(10, off: 20))) == 30)
        #expect(seconds(timeline.time(at: reading(11))) == 31)
        #expect(timeline.deviation == 0)
        #expect(seconds(timeline.time(at: reading(12, off: 45))) == 57, "25 s more")
        #expect(seconds(timeline.time(at: reading(12, off: 0))) == 57)
        #expect(timeline.deviation == -45)
    }

    @Test(arguments: [40, -40, 0])
    func aRestartOfTheProgramTellsAJumpFromAPause(days: Double) {
        // The run before wrote its record 5000 s ago.
        var timeline = timeline(record(-5_000), off: days * Self.days)
        #expect(seconds(timeline.time(at: reading(0, off: days * Self.days))) == 0)
        #expect(abs(timeline.deviation - days * Self.days) < 0.001)
    }

    @Test func afterAStartOfTheMachineALaterTimeIsAPause() {
        var timeline = timeline(record(-40 * Self.days, boot: "a"))
        #expect(seconds(timeline.time(at: reading(0))) == 0)
        #expect(!timeline.isProvisional)
    }

    @Test func afterAStartOfTheMachineAnEarlierTimeIsWrongUntilItIsSet() {
        var timeline = timeline(record(-100, boot: "a"), off: -40 * Self.days)
        #expect(timeline.isProvisional)
        #expect(seconds(timeline.time(at: reading(10, off: -40 * Self.days))) == -90, "the newest that is known")
        #expect(timeline.deviation < 0)
        // A start of the program meanwhile changes nothing.
        let record = timeline.record(at: reading(20, off: -40 * Self.days), boot: "b")
        #expect(record.isProvisional)
        var next = ServerTimeline(reading(30, off: -40 * Self.days), boot: "b", after: record)
        #expect(seconds(next.time(at: reading(30, off: -40 * Self.days))) == -70)
        // The network tells the time: what passed is a pause.
        #expect(seconds(next.time(at: reading(40))) == 40)
        #expect(!next.isProvisional && next.deviation == 0)
        #expect(seconds(next.time(at: reading(50, off: 40 * Self.days))) == 50, "and from now on nothing jumps")
    }

    @Test(arguments: [0, 1_546_300_800]) func aMachineWithoutABatteryWaitsForTheNetwork(wall: Double) {
        let epoch = Date(timeIntervalSince1970: wall)
        var timeline = ServerTimeline(.init(wall: epoch, uptime: .seconds(5)), boot: "b", after: nil)
        let first = timeline.time(at: .init(wall: epoch.addingTimeInterval(1), uptime: .seconds(6)))
        #expect(first == ServerTimeline.earliest.addingTimeInterval(1))
        #expect(timeline.isProvisional)
        #expect(timeline.time(at: .init(wall: Self.start, uptime: .seconds(9))) == Self.start)
        #expect(!timeline.isProvisional)
    }

    @Test(arguments: [40, -40]) func theOperatorsWordCounts(days: Double) {
        var timeline = timeline(record(-100, isAccepted: true), off: days * Self.days)
        #expect(seconds(timeline.time(at: reading(0, off: days * Self.days))) == days * Self.days)
        #expect(timeline.deviation == 0)
    }
}
