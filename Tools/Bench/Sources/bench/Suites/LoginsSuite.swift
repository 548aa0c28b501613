import BenchKit
import Foundation
import Glibc

extension BenchSuite {
    /// Whether those who read wait for those who log in: hashing a password is
    /// the longest that the server does.
    static let logins = BenchSuite("logins", figures: { [try LoginsBench().measure()] })
}

/// A reader, and people who log in, on a server of their own.
private final class LoginsBench {
    private static let people = 32
    /// Idle and busy come in turns, so that whatever else the machine does
    /// befalls both.
    private static let rounds = 5
    private static let requests = 400

    private let server: BenchServer
    private var people: [RawConnection] = []
    private var logins = 0

    init() throws {
        server = try BenchServer(
            "--demo", "--lockout.address-failures", "10000", "--lockout.failures", "100", "--lockout.captcha-after",
            "0")
    }

    func measure() throws -> LatencyResult {
        let reader = try RawConnection(port: server.port)
        _ = try read(reader)
        // What the start took is no part of it.
        let memory = try server.memory()
        memory.forgetPeak()
        var idle: [Double] = [], busy: [Double] = []
        for _ in 0..<Self.rounds {
            idle += try read(reader)
            people = try (0..<Self.people).map { _ in try RawConnection(port: server.port) }
            for person in people { logIn(on: person) }
            busy += try read(reader)
            // Whoever waits still is answered, so that the server is idle again.
            while !people.isEmpty { try serve(reader, for: 1_000) { false } }
        }
        print("\(logins) logins")
        return LatencyResult(
            "GET /feed beside \(Self.people) logins in flight", idle: idle, busy: busy, mostRatio: 5,
            peakMemory: memory.peak ?? 0, mostMemory: 150)
    }

    /// Milliseconds until each answer.
    private func read(_ reader: RawConnection) throws -> [Double] {
        let isBusy = !people.isEmpty
        defer { if isBusy { isEnding = true } }
        isEnding = false
        return try (0..<Self.requests).map { _ in
            try serve(reader, for: 2) { false }
            let start = DispatchTime.now().uptimeNanoseconds
            reader.send("GET", "/feed")
            var status: Int?
            while status == nil {
                try serve(reader, for: 1_000) {
                    status = try reader.receive()
                    return true
                }
            }
            guard status == 200 else { throw BenchServer.Failure(reason: "no feed: \(status ?? 0)") }
            return Double(DispatchTime.now().uptimeNanoseconds - start) / 1e6
        }
    }

    /// Whether nobody asks again who was answered.
    private var isEnding = false

    /// Waits for answers, at most so many milliseconds, and lets people log in
    /// again who got theirs.
    ///
    /// - Parameter answer: Takes the reader's, and says whether to return.
    private func serve(_ reader: RawConnection, for milliseconds: Int32, _ answer: () throws -> Bool) throws {
        let all = [reader] + people
        var polled = all.map { pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0) }
        guard unsafe poll(&polled, nfds_t(polled.count), milliseconds) > 0 else { return }
        if polled[0].revents != 0, try answer() { return }
        for (person, state) in zip(all, polled).dropFirst() where state.revents != 0 {
            guard try person.receive() != nil else { continue }
            if isEnding { people.removeAll { $0 === person } } else { logIn(on: person) }
        }
    }

    /// Each with an address of its own: those of one wait for each other.
    private func logIn(on person: RawConnection) {
        logins += 1
        person.send(
            "POST", "/auth/login", json: #"{"email":"user-\#(logins)@example.com","password":"wrong password"}"#)
    }
}
