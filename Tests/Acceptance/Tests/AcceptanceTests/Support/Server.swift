import FoundationEssentials
import Glibc
import KernelTesting

/// A running `essentiald` on a port of its own.
final class Server: Sendable {
    let data: String
    let address: String
    let port: Int
    private let child: ChildProcess
    private let clock: ShiftedClock?

    var pid: Int32 { child.pid }

    /// Starts a server and waits until it listens.
    ///
    /// Its log is appended to `DATA.log`.
    ///
    /// - Parameters:
    ///   - clock: By what it tells the time, if not by the machine's.
    ///   - more: What else it finds around it.
    ///   - keepsFile: Whether its database is a file in any case, since copies are made of the folder.
    init(
        data: String, _ arguments: [String] = [], host: String = "127.0.0.1", port: Int = Ports.next(),
        clock: ShiftedClock? = nil, environment more: [String: String] = [:], keepsFile: Bool = false
    ) async throws {
        self.data = data
        self.clock = clock
        let elsewhere = keepsFile ? [:] : try await DatabaseElsewhere.settings(of: data)
        child = try Self.spawn(
            data: data, ["--listen", "\(host):\(port)"] + arguments, clock: clock,
            environment: elsewhere.merging(more) { $1 })
        let words = "essentiald listens on "
        let output = await child.readOutput(until: "Data in ")
        guard let line = output.split(separator: "\n").first(where: { $0.hasPrefix(words) }),
            let number = line.split(separator: ":").last.flatMap({ Int($0) })
        else {
            let outcome = await child.outcome()
            throw ServerDidNotStart(exit: outcome.exit, log: Self.log(of: data))
        }
        address = String(line.dropFirst(words.count))
        self.port = number
    }

    /// Starts a server that may not come to listen.
    static func spawn(
        data: String, _ arguments: [String] = [], clock: ShiftedClock? = nil, environment more: [String: String] = [:]
    ) throws -> ChildProcess {
        // `exec` keeps the process identifier; a file takes the log, since a
        // pipe that nobody empties would stop the server.
        try ChildProcess(
            "/bin/sh",
            ["-c", #"exec "$0" "$@" 2>>"$LOG""#, Programs.essentiald, "serve", "--data", data] + arguments,
            environment: environment(data: data).merging(clock?.environment ?? [:]) { $1 }.merging(more) { $1 })
    }

    /// Runs another command of `essentiald` to its end.
    static func run(_ arguments: String..., data: String, environment more: [String: String] = [:]) async throws
        -> ChildProcess.Outcome
    {
        let around = try await DatabaseElsewhere.settings(of: data).merging(more) { $1 }
        return try await ChildProcess.run(
            Programs.essentiald, arguments,
            environment: environment(data: data).merging(["ESSENTIAL_SERVER_DATA": data]) { $1 }.merging(around) { $1 })
    }

    private static func environment(data: String) -> [String: String] {
        Surroundings.variables.merging([
            "LOG": data + ".log", "HOME": data + ".home",
            // All clients of a test come from one address.
            "ESSENTIAL_LIMITS_ENABLED": "false",
        ]) { $1 }
    }

    static func log(of data: String) -> String {
        String(decoding: FileManager.default.contents(atPath: data + ".log") ?? Data(), as: UTF8.self)
    }

    /// The lines of failures in the log.
    static func errors(of data: String) -> [Substring] {
        log(of: data).split(separator: "\n").filter { $0.contains(" ERROR ") }
    }

    func send(_ signal: Int32) { child.send(signal) }
    func end() async -> ChildProcess.Exit { await child.outcome().exit }

    /// Stops the server as an operator would.
    func stop() async -> ChildProcess.Exit {
        send(SIGTERM)
        return await end()
    }

    /// Kills the server, and waits until it is gone.
    func kill() async {
        send(SIGKILL)
        _ = await end()
    }

    /// Sends one request on a connection of its own.
    func ask(_ method: String, _ path: String, json: String? = nil, token: String? = nil) async throws -> Answer? {
        try await blocking { [port] in
            try Connection(port: port).ask(method, path, json: json, token: token)
        }
    }

    /// Sends raw bytes on a connection of its own, and returns the first answer.
    func ask(raw bytes: [UInt8]) async throws -> Answer? {
        try await blocking { [port] in
            let connection = try Connection(port: port)
            connection.send(bytes)
            return connection.answer()
        }
    }

    func ask(raw text: String) async throws -> Answer? { try await ask(raw: Array(text.utf8)) }
}

/// A server that ended instead of listening.
struct ServerDidNotStart: Error, CustomStringConvertible {
    let exit: ChildProcess.Exit
    let log: String

    var description: String { "essentiald ended with \(exit):\n\(log)" }
}

/// What every program under test finds around it.
enum Surroundings {
    static let variables: [String: String] = {
        let ours = ProcessInfo.processInfo.environment
        // A program that was built to measure coverage would write beside
        // whatever is tested, and fail where a disk is full, unless it is told
        // where.
        var variables = [
            "PATH": ours["PATH"] ?? "/usr/bin:/bin", "LC_ALL": "C.UTF-8",
            "LLVM_PROFILE_FILE": ours["LLVM_PROFILE_FILE"] ?? "/dev/null",
        ]
        for name in ["TSAN_OPTIONS", "ASAN_OPTIONS", "UBSAN_OPTIONS", "LD_LIBRARY_PATH"] {
            variables[name] = ours[name]
        }
        return variables
    }()

    /// A number that somebody gives for a longer test.
    static func number(_ name: String) -> Int? { ProcessInfo.processInfo.environment[name].flatMap { Int($0) } }
}
