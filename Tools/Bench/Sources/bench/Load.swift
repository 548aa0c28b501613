import BenchKit
import CNeighbours
import Foundation
import Glibc

/// Requests that wrk sends on 64 connections for a while, and what the server
/// took for them.
struct Load {
    /// How many requests were answered, and how many of them in another way
    /// than asked for.
    let requests: Int
    let failures: Int
    let seconds: Double
    /// Milliseconds until all but a hundredth of the requests were answered.
    let p99: Double
    /// Seconds that the server was on a processor.
    let processor: Double

    static let connections = 64
    /// Whether there is a wrk.
    static var isInstalled: Bool { installed("wrk") != nil }

    /// Loads a server.
    ///
    /// - Parameters:
    ///   - fields: Header fields of each request.
    ///   - script: In Lua, for requests that differ from each other.
    init(on server: some LoadedServer, _ path: String, fields: [String] = [], script: String? = nil, seconds: Int = 1)
        throws
    {
        guard let wrk = installed("wrk") else {
            throw BenchServer.Failure(reason: "there is no wrk: apt-get install wrk")
        }
        var arguments = ["-t1", "-c\(Self.connections)", "-d\(seconds)s", "--latency"]
        for field in fields { arguments += ["-H", field] }
        let file = URL(filePath: NSTemporaryDirectory()).appending(path: "bench-\(UUID()).lua")
        defer { try? FileManager.default.removeItem(at: file) }
        if let script {
            try Data(script.utf8).write(to: file)
            arguments += ["-s", file.path()]
        }
        let before = ProcessorTime.ofTree(server.process)
        let text = try Command.output(of: wrk, arguments + ["http://127.0.0.1:\(server.port)\(path)"])
        processor = ProcessorTime.ofTree(server.process) - before
        func word(before end: String, _ place: Int = 0) -> Substring? {
            let line = text.split(separator: "\n").first { $0.contains(end) }
            return line?.split(separator: " ").dropFirst(place).first
        }
        guard let requests = word(before: "requests in").flatMap({ Int($0) }), requests > 0,
            let time = text.firstMatch(of: /requests in ([0-9.]+)(ms|s|m)/),
            let p99 = text.firstMatch(of: /99%\s+([0-9.]+)(us|ms|s|m)/)
        else { throw BenchServer.Failure(reason: "wrk counted nothing:\n\(text)") }
        self.requests = requests
        self.seconds = Self.seconds(time.1, time.2)
        self.p99 = Self.seconds(p99.1, p99.2) * 1_000
        failures = text.firstMatch(of: /Non-2xx or 3xx responses: ([0-9]+)/).flatMap { Int($0.1) } ?? 0
    }

    /// What one request took.
    var sample: Sample {
        Sample(elapsed: seconds * 1e6 / Double(requests), processor: processor * 1e6 / Double(requests))
    }

    private static func seconds(_ number: Substring, _ unit: Substring) -> Double {
        let units = ["us": 1e-6, "ms": 1e-3, "s": 1, "m": 60]
        return (Double(number) ?? 0) * (units[String(unit)] ?? 1)
    }
}

/// A server in a process of its own.
protocol LoadedServer: Sendable {
    var process: Int32 { get }
    var port: Int { get }
}

extension Contestant {
    /// A server that answers the requests of a case.
    init(
        _ name: String, _ role: Role, on server: some LoadedServer, _ path: String, fields: [String] = [],
        script: (@Sendable () async throws -> String)? = nil
    ) {
        self.init(elsewhere: name, role) { count in
            // wrk counts seconds and not requests, so that a round always takes
            // as long; until the runner asks for as many as that, it is told
            // that one takes a microsecond.
            guard count >= 4_096 else { return Sample(elapsed: 1, processor: 1) }
            let script = try await script?()
            keep_on_processors(PROCESSORS_OTHERS)
            defer { keep_on_processors(PROCESSORS_ALL) }
            let load = try Load(on: server, path, fields: fields, script: script)
            guard load.failures * 100 <= load.requests else {
                throw BenchServer.Failure(
                    reason: "\(name) refused \(load.failures) of \(load.requests) requests to \(path)")
            }
            return load.sample
        }
    }
}

/// Time on the processors.
enum ProcessorTime {
    /// Seconds of a process and its children, by the kernel's count (proc(5)).
    static func ofTree(_ process: Int32) -> Double {
        let children = contents("/proc/\(process)/task/\(process)/children").split(separator: " ")
        return of(process) + children.compactMap { Int32($0) }.map(ofTree).reduce(0, +)
    }

    private static func of(_ process: Int32) -> Double {
        // The name, in parentheses, may hold spaces; utime and stime are the
        // 12th and 13th value behind it.
        let words = contents("/proc/\(process)/stat").split(separator: ")").last?.split(separator: " ") ?? []
        let ticks = words.dropFirst(11).prefix(2).compactMap { Double($0) }.reduce(0, +)
        return ticks / Double(sysconf(Int32(_SC_CLK_TCK)))
    }

    private static func contents(_ path: String) -> String {
        (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
    }
}
