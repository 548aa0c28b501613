import BenchKit
import Foundation
import Glibc

/// A server in a folder of its own, until the last reference goes.
final class BenchServer: LoadedServer {
    let port: Int
    /// The database.
    var database: String { folder.appending(path: "data/essentiald.sqlite").path() }
    var process: Int32 { program.process }
    private let folder: URL
    private let program: ServerProcess

    struct Failure: Error, CustomStringConvertible {
        let reason: String
        var description: String { reason }
    }

    /// Starts `essentiald` of the folder that `ESSENTIAL_PROGRAMS` names, else
    /// of `bin`, and waits until it listens.
    init(_ arguments: String...) throws {
        let surroundings = ProcessInfo.processInfo.environment
        let folder = URL(filePath: NSTemporaryDirectory()).appending(path: "bench-\(getpid())-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let path = (surroundings["ESSENTIAL_PROGRAMS"] ?? "bin") + "/essentiald"
        guard FileManager.default.isExecutableFile(atPath: path) else {
            throw Failure(reason: "there is no \(path): make build")
        }
        let program = try ServerProcess(
            path, ["serve", "--data", folder.appending(path: "data").path(), "--listen", "127.0.0.1:0"] + arguments,
            environment: ["PATH": surroundings["PATH"] ?? "/usr/bin:/bin", "ESSENTIAL_LIMITS_ENABLED": "false"],
            until: "Data in ", errors: false)
        let line = program.text.split(separator: "\n").first { $0.contains("listens on") }
        guard let port = line?.split(separator: ":").last.flatMap({ Int($0) }) else {
            throw Failure(reason: "essentiald says no port")
        }
        self.port = port
        self.folder = folder
        self.program = program
        if arguments.contains("--demo") { try waitForDemo() }
    }

    /// The pictures come while the server answers: 18 are for everybody.
    private func waitForDemo() throws {
        let connection = try RawConnection(port: port)
        var count = 0
        while count < 18 {
            connection.send("GET", "/feed?limit=100")
            count = try connection.answer().matches(of: /"id":/).count
        }
    }

    deinit {
        program.end()
        try? FileManager.default.removeItem(at: folder)
    }

    /// What it has in memory.
    func memory() throws -> ProcessMemory {
        guard let memory = ProcessMemory(of: process) else {
            throw Failure(reason: "essentiald has ended")
        }
        return memory
    }
}
