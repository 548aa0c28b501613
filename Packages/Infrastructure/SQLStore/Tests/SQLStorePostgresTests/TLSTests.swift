import FoundationEssentials
import Glibc
import KernelTesting
import Locking
import SQLStoreAPI
import SQLStorePostgres
import SQLStoreTesting
import Testing
import Threads

/// What is sent to a database beyond this machine is for its server alone.
///
/// "LOCALHOST" is such a machine to the settings, who don't know that name; it is found all the same.
struct TLSTests {
    private static let password = "let me in"

    /// A server with a certificate for "localhost".
    private struct Stage {
        let folder: TemporaryFolder
        let server: PostgresServer
        let port: Int

        init() async throws {
            folder = try TemporaryFolder()
            for name in ["right", "wrong"] {
                try await Self.openssl(
                    ["req", "-x509", "-days", "2", "-subj", "/CN=\(name)"] + Self.newKey("\(name).key")
                        + ["-out", "\(name).pem"], in: folder)
            }
            try await Self.openssl(
                ["req", "-subj", "/CN=server", "-addext", "subjectAltName=DNS:localhost"] + Self.newKey("server.key")
                    + ["-out", "server.csr"], in: folder)
            try await Self.openssl(
                ["x509", "-req", "-in", "server.csr", "-CA", "right.pem", "-CAkey", "right.key", "-CAcreateserial"]
                    + ["-days", "2", "-copy_extensions", "copy", "-out", "server.pem"], in: folder)
            try Data((TLSTests.password + "\n").utf8).write(to: URL(filePath: folder.path(of: "password")))
            port = try Listener().port
            server = try await PostgresServer(
                .init(certificate: folder.path(of: "server.pem"), key: folder.path(of: "server.key"), port: port))
            let owner = try PostgresSettings(url: "postgresql://essential@127.0.0.1:\(port)/postgres?sslmode=require")
            try await PostgresDatabase.administer(owner, "CREATE ROLE guarded LOGIN PASSWORD '\(TLSTests.password)'")
        }

        private static func newKey(_ name: String) -> [String] {
            ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout", name]
        }

        private static func openssl(_ arguments: [String], in folder: TemporaryFolder) async throws {
            let outcome = try await ChildProcess.run("openssl", arguments, directory: folder.path)
            try #require(outcome.exit == .status(0), "\(outcome.errorText)")
        }

        func ask(_ host: String, _ query: String) async throws -> String? {
            let settings = try PostgresSettings(
                url: "postgresql://guarded@\(host):\(port)/postgres\(query)", passwordFile: folder.path(of: "password"))
            return try await PostgresDatabase.administer(
                settings, "SELECT version FROM pg_stat_ssl WHERE pid = pg_backend_pid()")
        }
    }

    @Test(.requirement("SCALE-01")) func whoIsNotTheServerThatIsNamedHearsNoPassword() async throws {
        let stage = try await Stage()
        for (host, query, reason) in [
            ("LOCALHOST", "?sslrootcert=\(stage.folder.path(of: "wrong.pem"))", "certificate verify failed"),
            ("LOCALHOST", "", "certificate verify failed"),
            (
                "127.0.0.1", "?sslmode=verify-full&sslrootcert=\(stage.folder.path(of: "right.pem"))",
                "does not match host name"
            ),
        ] {
            let error = await sqlError { try await stage.ask(host, query) }
            #expect(error?.code == .unavailable && error?.message.contains(reason) == true, "\(error.debugDescription)")
        }
        #expect(!stage.server.log.contains("user=guarded"), "not even who asked was told")
        let version = try await stage.ask("LOCALHOST", "?sslrootcert=\(stage.folder.path(of: "right.pem"))")
        #expect(version?.hasPrefix("TLSv1.") == true)
        #expect(stage.server.log.contains("user=guarded"))
        await stage.server.stop()
    }

    @Test(.requirement("SCALE-01")) func aServerWithoutTLSHearsNothing() async throws {
        let listener = try Listener(), heard = Locked<[UInt8]>([])
        try BlockingThread.start(name: "plain") {
            // An answer to SSLRequest (postgresql.org/docs/15/protocol-flow.html): there is no TLS here.
            listener.acceptOne { bytes in
                heard.withLock { $0 += bytes }
                return Array("N".utf8)
            }
        }
        let settings = try PostgresSettings(url: "postgresql://ana@LOCALHOST:\(listener.port)/feed")
        let error = await sqlError { try await PostgresDatabase.administer(settings, "SELECT 1") }
        #expect(error?.code == .unavailable && error?.message.contains("does not support SSL") == true)
        #expect(heard.current == [0, 0, 0, 8, 4, 210, 22, 47], "nothing but the request for TLS")
    }
}

/// Listens on a port of this machine that nobody else uses.
private final class Listener: Sendable {
    let port: Int
    private let descriptor: Int32

    init() throws {
        let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = in_addr_t(0x7f00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let code = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(socket, $0, length) + listen(socket, 4) + getsockname(socket, $0, &length)
            }
        }
        guard socket >= 0, code == 0 else { throw POSIXFailure(call: "bind", code: errno) }
        descriptor = socket
        port = Int(in_port_t(bigEndian: address.sin_port))
    }

    deinit { close(descriptor) }

    /// Answers whoever comes first until they go.
    func acceptOne(_ answer: ([UInt8]) -> [UInt8]) {
        let client = accept(descriptor, nil, nil)
        defer { close(client) }
        var buffer = [UInt8](repeating: 0, count: 1_024)
        while case let count = recv(client, &buffer, buffer.count, 0), count > 0 {
            let bytes = answer(Array(buffer[..<count]))
            _ = send(client, bytes, bytes.count, Int32(MSG_NOSIGNAL))
        }
    }
}
