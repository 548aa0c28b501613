import FoundationEssentials
import KernelTesting
package import SQLStorePostgres

/// A real PostgreSQL server, for tests; see `Tools/setup/postgresql-server.sh`.
///
/// It ends with this program, however that ends, or when it is told to.
package final class PostgresServer: Sendable {
    /// The folder of its socket.
    package let folder: String
    /// What the server has told of so far.
    package var log: String { (try? String(contentsOfFile: folder + "/log", encoding: .utf8)) ?? "" }
    private let process: ChildProcess

    /// How a server is to be had beyond its socket.
    package struct TLS: Sendable {
        let certificate: String
        let key: String
        let port: Int

        /// - Parameters:
        ///   - certificate: A file in PEM, as is the key.
        ///   - port: One of 127.0.0.1.
        package init(certificate: String, key: String, port: Int) {
            (self.certificate, self.key, self.port) = (certificate, key, port)
        }
    }

    /// Starts a server of its own.
    package init(_ tls: TLS? = nil) async throws {
        let script = URL(filePath: #filePath).deletingLastPathComponent().path + "/../../../../../Tools/setup/"
        process = try ChildProcess(
            script + "postgresql-server.sh", tls.map { ["--tls", $0.certificate, $0.key, "\($0.port)"] } ?? [])
        let output = await process.readOutput(until: "\n")
        guard output.hasSuffix("\n") else { throw NoServer(errors: await process.outcome().errorText) }
        folder = String(output.dropLast())
    }

    private struct NoServer: Error {
        let errors: String
    }

    private static let starting = Task { try await PostgresServer() }

    /// The one that all tests of this program share.
    package static func shared() async throws -> PostgresServer { try await starting.value }

    /// Ends it.
    package func stop() async {
        _ = await process.outcome()
    }

    /// The settings of one of its databases.
    ///
    /// - Parameters:
    ///   - folder: That of another socket than the server's.
    package func settings(
        _ database: String = "postgres", user: String = "essential", passwordFile: String? = nil, folder: String? = nil
    ) throws -> PostgresSettings {
        try PostgresSettings(
            url: "postgresql://\(user)@/\(database)?host=\(folder ?? self.folder)", passwordFile: passwordFile)
    }

    /// Runs statements as the server's owner; see
    /// ``SQLStorePostgres/PostgresDatabase/administer(_:_:)``.
    @discardableResult
    package func administer(_ statements: String) async throws -> String? {
        try await PostgresDatabase.administer(settings(), statements)
    }

    /// Makes an empty database.
    ///
    /// - Returns: Its name.
    package func makeDatabase() async throws -> String {
        let name = "t" + UUID().uuidString.lowercased().replacing("-", with: "")
        try await administer("CREATE DATABASE \(name)")
        return name
    }
}
