import BenchKit
import Foundation

extension BenchSuite {
    /// Programs from their start to their end; the feed is kept from a server
    /// that has gone.
    static let startUp = BenchSuite("start-up") {
        let bench = try StartUpBench()
        return [
            BenchCase(
                "essential feed, offline", goals: [.times(5, of: "curl --version")],
                [
                    bench.contestant("essential feed", .subject, "feed"),
                    bench.contestant("essential --version", .neighbour, "--version"),
                    bench.contestant("essential help", .neighbour, "help"),
                    Contestant(elsewhere: "curl --version", .neighbour) { [curl = bench.curl] count in
                        try curl.sample(count)
                    },
                ])
        ]
    }
}

/// The program with a feed that it has kept.
private final class StartUpBench: Sendable {
    let curl = ProgramRun(path: installed("curl") ?? "/usr/bin/curl", arguments: ["--version"])
    private let program: String
    private let home: URL
    private let environment: [String]

    init() throws {
        let surroundings = ProcessInfo.processInfo.environment
        program = (surroundings["ESSENTIAL_PROGRAMS"] ?? "bin") + "/essential"
        home = URL(filePath: NSTemporaryDirectory()).appending(path: "bench-home-\(UUID())")
        let server = try BenchServer("--demo")
        environment = [
            "PATH=/usr/bin:/bin", "HOME=\(home.path())", "ESSENTIAL_HOME=\(home.path())",
            "ESSENTIAL_SERVER=http://127.0.0.1:\(server.port)",
        ]
        _ = try ProgramRun(path: program, arguments: ["feed"], environment: environment).sample(1)
    }

    deinit {
        try? FileManager.default.removeItem(at: home)
    }

    func contestant(_ name: String, _ role: Contestant.Role, _ argument: String) -> Contestant {
        let run = ProgramRun(path: program, arguments: [argument], environment: environment)
        // The folder stays as long as it is measured.
        return Contestant(elsewhere: name, role) { [self] count in
            try withExtendedLifetime(self) { try run.sample(count) }
        }
    }
}
