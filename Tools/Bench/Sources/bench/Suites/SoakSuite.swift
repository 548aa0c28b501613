import BenchKit
import Dispatch
import Foundation

extension BenchSuite {
    /// Whether the server's memory grows as long as it works: half a minute,
    /// or as many seconds as `ESSENTIAL_BENCH_SOAK` says (3600 for an hour).
    static let soak = BenchSuite("soak", figures: { try SoakBench().figures() })
}

/// A server with the demo, and people who come, look around and leave.
private final class SoakBench {
    private let seconds = ProcessInfo.processInfo.environment["ESSENTIAL_BENCH_SOAK"].flatMap { Int($0) } ?? 30
    private let server: BenchServer
    private let connection: RawConnection
    private var requests = 0

    init() throws {
        server = try BenchServer("--demo")
        connection = try RawConnection(port: server.port)
    }

    func figures() throws -> [any BenchFinding] {
        let memory = try server.memory(), start = DispatchTime.now()
        var samples: [(second: Int, resident: Double)] = [], people = 0
        while true {
            let second = Int((DispatchTime.now().uptimeNanoseconds - start.uptimeNanoseconds) / 1_000_000_000)
            if second >= seconds { break }
            try visit(of: people)
            people += 1
            if samples.last?.second != second, let resident = memory.resident { samples.append((second, resident)) }
        }
        // What everybody needs is there after a while: from then on it is growth.
        guard let begin = samples.first(where: { $0.second >= seconds / 5 })?.resident,
            let end = samples.last?.resident
        else { throw BenchServer.Failure(reason: "\(seconds) s are too short to see anything grow") }
        return [
            FigureResult(
                "server, growth in the last \(seconds - seconds / 5) s of \(seconds), \(people) people, "
                    + "\(requests) requests",
                [end - begin], unit: "MB resident", most: 8, beside: [.init("at the end", end)])
        ]
    }

    /// Somebody registers, looks at the feed and some pictures, comes back with
    /// a renewed session, and leaves.
    private func visit(of person: Int) throws {
        var tokens = try tokens(
            from: ask(
                "POST", "/auth/register",
                json: #"{"name":"Ada","email":"ada-\#(person)@example.com","password":"a bench has four legs"}"#))
        for _ in 0..<2 {
            let fields = ["Authorization: Bearer \(tokens.access)"]
            _ = try ask("GET", "/auth/me", fields)
            let feed = try ask("GET", "/feed", fields)
            for picture in feed.matches(of: /"id":"([^"]+)"/).prefix(3) {
                _ = try ask("GET", "/image/\(picture.1)?w=320", fields)
                _ = try ask("GET", "/image/\(picture.1)/comments", fields)
            }
            if let tag = feed.firstMatch(of: /(?i)etag: ([^\r]+)/) {
                _ = try ask("GET", "/feed", fields + ["If-None-Match: \(tag.1)"])
            }
            tokens = try self.tokens(
                from: ask("POST", "/auth/refresh", json: #"{"refresh_token":"\#(tokens.refresh)"}"#))
        }
        _ = try ask("POST", "/auth/login", json: #"{"email":"ada-\#(person)@example.com","password":"wrong legs"}"#)
        _ = try ask("POST", "/auth/logout", json: #"{"refresh_token":"\#(tokens.refresh)"}"#)
    }

    private func ask(_ method: String, _ path: String, _ fields: [String] = [], json: String? = nil) throws -> String {
        requests += 1
        connection.send(method, path, fields: fields, json: json)
        return try connection.answer()
    }

    private func tokens(from answer: String) throws -> (access: String, refresh: String) {
        guard let access = answer.firstMatch(of: /"access_token":"([^"]+)"/),
            let refresh = answer.firstMatch(of: /"refresh_token":"([^"]+)"/)
        else { throw BenchServer.Failure(reason: "nobody is logged in: \(answer)") }
        return (String(access.1), String(refresh.1))
    }
}
