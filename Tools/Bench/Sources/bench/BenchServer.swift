import BenchKit
import Foundation
import Glibc

/// A server in a folder of its own, until the last reference goes.
final class BenchServer: LoadedServer {
    let port: Int
    /// The database.
    var database: String { folder.appending(path: "data/essentiald.sqlite").path() }
    var process: Int32 { program.processIdentifier }
    private let folder: URL
    private let program: Process

    struct Failure: Error, CustomStringConvertible {
        let reason: String
        var description: String { reason }
    }

    /// Starts `essentiald` of the folder that `ESSENTIAL_PROGRAMS` names, else
    /// of `bin`, and waits until it listens.
    init(_ arguments: String...) throws {
        let surroundings = ProcessInfo.processInfo.environment, output = Pipe(), program = Process()
        let folder = URL(filePath: NSTemporaryDirectory()).appending(path: "bench-\(getpid())-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        program.executableURL = URL(filePath: (surroundings["ESSENTIAL_PROGRAMS"] ?? "bin") + "/essentiald")
        program.arguments =
            ["serve", "--data", folder.appending(path: "data").path(), "--listen", "127.0.0.1:0"] + arguments
        program.environment = ["PATH": surroundings["PATH"] ?? "/usr/bin:/bin", "ESSENTIAL_LIMITS_ENABLED": "false"]
        program.standardOutput = output
        program.standardError = FileHandle.nullDevice
        try program.run()
        var text = ""
        while !text.contains("Ctrl-C") {
            let data = output.fileHandleForReading.availableData
            guard !data.isEmpty else { throw Failure(reason: "essentiald did not start; is it built (make build)?") }
            text += String(decoding: data, as: UTF8.self)
        }
        let line = text.split(separator: "\n").first { $0.contains("listens on") }
        guard let port = line?.split(separator: ":").last.flatMap({ Int($0) }) else {
            throw Failure(reason: "essentiald says no port")
        }
        self.port = port
        self.folder = folder
        self.program = program
    }

    deinit {
        program.terminate()
        program.waitUntilExit()
        try? FileManager.default.removeItem(at: folder)
    }

    /// What it has in memory.
    func memory() throws -> ProcessMemory {
        guard let memory = ProcessMemory(of: program.processIdentifier) else {
            throw Failure(reason: "essentiald has ended")
        }
        return memory
    }
}

/// A connection on which requests go out and answers come in, one at a time.
final class RawConnection {
    let descriptor: Int32
    private var received: [UInt8] = []

    init(port: Int) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        unsafe address.sin_addr.s_addr = inet_addr("127.0.0.1")
        let code = unsafe withUnsafeBytes(of: &address) {
            unsafe connect(
                descriptor, $0.assumingMemoryBound(to: sockaddr.self).baseAddress, socklen_t($0.count))
        }
        guard code == 0 else { throw BenchServer.Failure(reason: "no connection") }
    }

    deinit { close(descriptor) }

    func send(_ method: String, _ path: String, json: String? = nil) {
        var request = "\(method) \(path) HTTP/1.1\r\nHost: 127.0.0.1\r\n"
        if let json { request += "Content-Type: application/json\r\nContent-Length: \(json.utf8.count)\r\n" }
        let bytes = Array((request + "\r\n" + (json ?? "")).utf8)
        _ = unsafe bytes.withUnsafeBytes {
            unsafe Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
        }
    }

    /// Takes what has come.
    ///
    /// - Returns: The status of the answer if it is complete.
    func receive() throws -> Int? {
        var buffer = [UInt8](repeating: 0, count: 64 * 1024)
        let count = unsafe recv(descriptor, &buffer, buffer.count, 0)
        guard count > 0 else { throw BenchServer.Failure(reason: "the server closed a connection") }
        received += buffer[..<count]
        guard let end = received.firstRange(of: Array("\r\n\r\n".utf8)) else { return nil }
        let lines = String(decoding: received[..<end.lowerBound], as: UTF8.self).split(separator: "\r\n")
        let length = lines.first { $0.lowercased().hasPrefix("content-length:") }
            .flatMap { Int($0.drop { !$0.isNumber }) }
        guard received.count - end.upperBound >= length ?? 0 else { return nil }
        received = []
        return lines.first?.split(separator: " ").dropFirst().first.flatMap { Int($0) }
    }
}
