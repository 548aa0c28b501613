import Glibc
import KernelTesting
import ServiceNotificationTesting
import Testing

/// What systemd hears of a server that it started (sd_notify(3)).
struct ServiceManagerTests {
    private let folder: TemporaryFolder
    private let socket: NotificationSocket
    private var data: String { folder.path(of: "data") }

    init() throws {
        folder = try TemporaryFolder()
        socket = try NotificationSocket(folder.path(of: "notify"))
    }

    private func next(within milliseconds: Int32 = 60_000) async throws -> String? {
        try await blocking { [socket] in socket.next(patience: milliseconds) }
    }

    @Test(.requirement("OPS-01", "OPS-04")) func itIsToldWhenTheServerIsReadyReadsAnewAndStops() async throws {
        let server = try await Server(data: data, environment: ["NOTIFY_SOCKET": socket.name])
        #expect(try await next() == "READY=1")
        server.send(SIGHUP)
        #expect(try await next()?.hasPrefix("RELOADING=1\nMONOTONIC_USEC=") == true)
        #expect(try await next() == "READY=1")
        #expect(await server.stop() == .status(0))
        #expect(socket.next() == "STOPPING=1")
        #expect(socket.next() == nil)
    }

    @Test func itHearsSignsOfLife() async throws {
        let server = try await Server(
            data: data, environment: ["NOTIFY_SOCKET": socket.name, "WATCHDOG_USEC": "100000"])
        #expect(try await next() == "READY=1")
        for _ in 0..<3 { #expect(try await next() == "WATCHDOG=1") }
        #expect(await server.stop() == .status(0))
    }

    @Test func aServerThatDoesNotStartIsNeverReady() async throws {
        let child = try Server.spawn(
            data: data, ["--tokens.access-lifetime", "never"], environment: ["NOTIFY_SOCKET": socket.name])
        #expect(await child.outcome().exit == .status(2))
        #expect(socket.next() == nil)
    }
}
