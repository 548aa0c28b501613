import FoundationEssentials
import KernelTesting
import Testing

/// A server program with TLS, started for one test.
final class SecureServer: Sendable {
    let port: Int
    private let child: ChildProcess
    private let folder: TemporaryFolder
    /// Reads what the server writes, so that it never waits for a reader.
    private let output: Task<String, Never>

    private init(port: Int, child: ChildProcess, folder: TemporaryFolder) {
        self.port = port
        self.child = child
        self.folder = folder
        output = Task { await child.outcome().outputText }
    }

    /// `openssl s_server`, which answers HTTP/1.0 with the files of a folder.
    static func openssl(
        _ certificate: CertificateAuthority.Certificate, options: [String] = [], files: [String: Data] = [:]
    ) async throws -> SecureServer {
        let folder = try folder(files)
        let child = try ChildProcess(
            "openssl",
            ["s_server", "-accept", "127.0.0.1:0", "-WWW", "-cert", certificate.certificate, "-key", certificate.key]
                + options, directory: folder.path)
        let output = await child.readOutput(until: "ACCEPT 127.0.0.1:")
        let digits = try #require(output.split(separator: "ACCEPT 127.0.0.1:").last).prefix { $0.isNumber }
        return SecureServer(port: try #require(Int(digits), "\(output)"), child: child, folder: folder)
    }

    /// `nghttpd`, which speaks HTTP/2 and nothing else.
    static func nghttpd(
        _ certificate: CertificateAuthority.Certificate, options: [String] = [], files: [String: Data] = [:]
    ) async throws -> SecureServer {
        let folder = try folder(files)
        // It can't choose a free port by itself. These are below those that
        // the system gives to others.
        for _ in 0..<20 {
            let port = Int.random(in: 20_000..<32_000)
            let child = try ChildProcess(
                "/usr/sbin/nghttpd",
                ["-v", "-a", "127.0.0.1", "-d", folder.path] + options
                    + ["\(port)", certificate.key, certificate.certificate])
            if await child.readOutput(until: "listen").contains("listen") {
                return SecureServer(port: port, child: child, folder: folder)
            }
        }
        throw POSIXFailure()
    }

    deinit {
        // The one who reads its output keeps it alive.
        child.send(9)
    }

    func url(_ path: String, host: String = "127.0.0.1") throws -> URL {
        try #require(URL(string: "https://\(host):\(port)\(path)"))
    }

    /// Waits until a server of openssl's that was started with `-msg` and `-naccept` has had its connections, and returns how
    /// many records came that aren't TLS's own.
    func receivedRecords() async -> Int {
        let lines = await output.value.split(separator: "\n")
        // TLS 1.3 hides what is in a record; openssl tells it.
        let head = lines.contains { $0.contains("InnerContent") } ? "TLS 1.3, InnerContent" : "TLS 1.2, RecordHeader"
        return zip(lines, lines.dropFirst()).count { line, content in
            line.hasPrefix("<<<") && line.contains(head) && content.hasPrefix("    17")
        }
    }

    /// Ends the server and returns what it has written.
    func log() async -> String {
        child.send(15)
        return await output.value
    }

    private static func folder(_ files: [String: Data]) throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        for (name, contents) in files { try contents.write(to: URL(filePath: folder.path(of: name))) }
        return folder
    }

    private struct POSIXFailure: Error, CustomStringConvertible {
        let description = "nghttpd found no free port; is nghttp2-server installed?"
    }
}
