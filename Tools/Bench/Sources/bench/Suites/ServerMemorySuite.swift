import BenchKit
import Foundation
import Glibc

extension BenchSuite {
    /// What the server takes of the memory while nobody asks, and with event
    /// streams open.
    static let serverMemory = BenchSuite("server-memory", figures: { try ServerMemoryBench().figures() })
}

/// A server, and devices that listen to the events of their accounts.
private final class ServerMemoryBench {
    private static let streams = 10_000
    private static let streamsPerSession = 4

    private let server: BenchServer
    private var devices: [RawConnection] = []

    init() throws {
        server = try BenchServer(
            "--limits.connections", "\(Self.streams + 100)", "--limits.connections-per-address",
            "\(Self.streams + 100)")
    }

    func figures() throws -> [any BenchFinding] {
        let idle = try resident()
        _ = try BenchClient(server).get("/readyz")
        let asked = try resident()
        try raiseDescriptorLimit()
        let tokens = try accessTokens(Self.streams / Self.streamsPerSession)
        let renewed = try resident()
        for token in tokens {
            for _ in 0..<Self.streamsPerSession { try listen(token) }
        }
        let listening = try resident()
        return [
            FigureResult(
                "server, idle", [idle], unit: "MB resident", most: 25,
                beside: [.init("after its first request", asked)]),
            FigureResult(
                "server, \(Self.streams) event streams", [listening], unit: "MB resident", most: 400,
                beside: [.init("before they were opened", renewed)]),
            FigureResult(
                "an event stream", [(listening - renewed) * 1_024 / Double(Self.streams)], unit: "KB resident"),
        ]
    }

    private func resident() throws -> Double {
        guard let resident = try server.memory().resident else {
            throw BenchServer.Failure(reason: "essentiald has ended")
        }
        return resident
    }

    private func accessTokens(_ count: Int) throws -> [String] {
        let connection = try RawConnection(port: server.port)
        return try server.addSessions(count).map { token in
            connection.send("POST", "/auth/refresh", json: #"{"refresh_token":"\#(token)"}"#)
            let answer = try connection.answer()
            guard let access = answer.firstMatch(of: /"access_token":"([^"]+)"/) else {
                throw BenchServer.Failure(reason: "a session was not renewed: \(answer)")
            }
            return String(access.1)
        }
    }

    /// Opens a stream, and waits for its first event.
    private func listen(_ token: String) throws {
        let device = try RawConnection(port: server.port)
        device.send("GET", "/auth/events", fields: ["Authorization: Bearer \(token)"])
        try device.waitForBytes("event: ready")
        devices.append(device)
    }

    private func raiseDescriptorLimit() throws {
        var limit = rlimit()
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        guard unsafe getrlimit(resource, &limit) == 0 else { return }
        limit.rlim_cur = limit.rlim_max
        let code = unsafe setrlimit(resource, &limit)
        guard code == 0, limit.rlim_cur > UInt(Self.streams + 100) else {
            throw BenchServer.Failure(reason: "\(limit.rlim_max) open files are too few: ulimit -Hn")
        }
    }
}
