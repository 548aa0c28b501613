import FoundationEssentials
import Glibc
import KernelTesting
import Locking
import ServiceNotification
import ServiceNotificationTesting
import TelemetryAPI
import TelemetryTesting
import Testing

/// What a service manager hears, on real sockets.
struct ServiceNotifierTests {
    private let folder: TemporaryFolder
    private let clock = ManualClock()
    private let log = LogSpy()

    init() throws {
        folder = try TemporaryFolder()
    }

    private func notifier(_ environment: [String: String]) -> ServiceNotifier {
        ServiceNotifier(environment: environment, log: log.logger, clock: clock, microseconds: { 7_000_001 })
    }

    private static func abstractName() -> String { "@essential-test-\(UUID().uuidString)" }

    // MARK: - What is said

    @Test(.requirement("OPS-01"), arguments: [true, false])
    func eachStateIsOneDatagram(isAbstract: Bool) async throws {
        let socket = try NotificationSocket(isAbstract ? Self.abstractName() : folder.path(of: "notify"))
        let notifier = notifier(["NOTIFY_SOCKET": socket.name])
        await notifier.tell(.ready)
        #expect(socket.next() == "READY=1")
        await notifier.tell(.reloading)
        #expect(socket.next() == "RELOADING=1\nMONOTONIC_USEC=7000001")
        await notifier.tell(.stopping)
        #expect(socket.next() == "STOPPING=1")
        #expect(socket.next() == nil)
        #expect(log.records.isEmpty)
    }

    @Test func theTimeIsTheMachines() {
        let before = ServiceNotifier.monotonicMicroseconds
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        let between = UInt64(time.tv_sec) * 1_000_000 + UInt64(time.tv_nsec) / 1_000
        #expect(before <= between && between <= ServiceNotifier.monotonicMicroseconds)
    }

    // MARK: - Whom it is said to

    @Test(arguments: [[:], ["NOTIFY_SOCKET": ""]]) func aProgramThatNobodyWaitsForSaysNothing(
        environment: [String: String]
    ) async {
        let notifier = notifier(environment)
        await notifier.tell(.ready)
        await notifier.giveSignsOfLife()
        #expect(log.records.isEmpty)
    }

    @Test(arguments: ["run/notify", "@", "/", "vsock:2:1234", "/" + String(repeating: "x", count: 108)])
    func whatNamesNoSocketIsToldOnceAndNothingElseHappens(name: String) async {
        let notifier = notifier(["NOTIFY_SOCKET": name, "WATCHDOG_USEC": "1000000"])
        await notifier.tell(.ready)
        await notifier.giveSignsOfLife()
        #expect(log.messages == ["NOTIFY_SOCKET names no socket; nobody is told how this program is"])
    }

    @Test func aManagerThatIsGoneIsLoggedAndNothingElseHappens() async throws {
        await notifier(["NOTIFY_SOCKET": folder.path(of: "gone")]).tell(.ready)
        #expect(log.messages == ["the service manager can't be told how this program is"])
    }

    @Test func aManagerThatIsBusyIsAskedAgain() async throws {
        let socket = try NotificationSocket(Self.abstractName())
        let notifier = notifier(["NOTIFY_SOCKET": socket.name])
        let isFull = Locked(false)
        let telling = Task {
            var count = 0
            while !isFull.current {
                await notifier.tell(.ready)
                count += 1
            }
            return count
        }
        // Until the queue of the socket is full, and one message waits for room.
        await clock.waitForSleepers()
        isFull.withLock { $0 = true }
        var heard = 0
        while socket.next() != nil { heard += 1 }
        clock.advance(by: .milliseconds(50))
        let told = await telling.value
        while socket.next() != nil { heard += 1 }
        #expect(heard == told)
        #expect(log.records.isEmpty)
    }

    // MARK: - Signs of life

    @Test func twoSignsOfLifeComeInTheTimeThatIsGiven() async throws {
        let socket = try NotificationSocket(Self.abstractName())
        let notifier = notifier([
            "NOTIFY_SOCKET": socket.name, "WATCHDOG_USEC": "60000000", "WATCHDOG_PID": "\(getpid())",
        ])
        let living = Task { await notifier.giveSignsOfLife() }
        for _ in 0..<3 {
            await clock.waitForSleepers()
            #expect(socket.next() == nil)
            clock.advance(by: .seconds(30))
            await clock.waitForSleepers()
            #expect(socket.next() == "WATCHDOG=1")
        }
        living.cancel()
        await living.value
        #expect(socket.next() == nil)
    }

    @Test(arguments: [
        ["WATCHDOG_USEC": "60000000", "WATCHDOG_PID": "1"], ["WATCHDOG_USEC": "0"], ["WATCHDOG_USEC": "soon"], [:],
    ])
    func nobodyWaitsForSignsOfLife(environment: [String: String]) async throws {
        let socket = try NotificationSocket(Self.abstractName())
        await notifier(environment.merging(["NOTIFY_SOCKET": socket.name]) { $1 }).giveSignsOfLife()
        #expect(socket.next() == nil)
    }
}
