import CoreModels
import FoundationEssentials
import Testing

struct BootTimeTests {
    @Test func goesOnAndSaysOfWhichStartItIs() throws {
        let first = BootTime.now, second = BootTime.now
        #expect(try #require(first.duration(to: second)) >= .zero)
        let uptime = try String(contentsOfFile: "/proc/uptime", encoding: .utf8)
        let seconds = try #require(Double(uptime.prefix { $0 != " " }))
        let difference = Double(BootTime.now.uptime.components.seconds) - seconds
        #expect(abs(difference) < 2, "the same clock as that of the system")
        let boot = try String(contentsOfFile: "/proc/sys/kernel/random/boot_id", encoding: .utf8)
        #expect(first.boot + "\n" == boot)
    }

    @Test func reckonsWithinOneStartAndForwardsOnly() {
        let start = BootTime(boot: "a", uptime: .seconds(100))
        #expect(start.duration(to: start.advanced(by: .seconds(5))) == .seconds(5))
        #expect(start.duration(to: start) == .zero)
        #expect(start.duration(to: start.advanced(by: .seconds(-1))) == nil)
        #expect(start.duration(to: BootTime(boot: "b", uptime: .seconds(200))) == nil)
    }
}
