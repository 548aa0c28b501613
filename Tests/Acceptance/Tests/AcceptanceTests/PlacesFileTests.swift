import FoundationEssentials
import Glibc
import KernelTesting
import PlacesTesting
import Testing

/// A server with a file of places, which others write while it runs.
struct PlacesFileTests {
    private let folder: TemporaryFolder
    private var file: String { folder.path(of: "places.mmdb") }
    private var flags: [String] { ["--places.file", file, "--server.trusted-proxies", "127.0.0.1"] }

    init() throws {
        folder = try TemporaryFolder()
    }

    private func write(_ bytes: [UInt8]) throws { try Data(bytes).write(to: URL(filePath: file)) }

    /// Logs in from an address, and says what the list has of it.
    private func logIn(_ person: Person, from address: String, at server: Server) async throws -> JSON? {
        let login = """
            POST /auth/login HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Forwarded-For: \(address)\r\n\
            Content-Type: application/json\r\nContent-Length: \(person.login.utf8.count)\r\n\r\n\(person.login)
            """
        let token = try #require(try await server.ask(raw: login)?.json?["token"]?["access_token"]?.text)
        return try await server.ask("GET", "/auth/sessions", token: token)?.json?["items"]?.items.first
    }

    @Test(.requirement("SESS-02", "SESS-22"), .timeLimit(.minutes(5)))
    func placesAreShownAndTheFileIsReplaced() async throws {
        try write(PlaceFileWriter.cities.bytes)
        try await SeededData.shared.copy(to: folder.path(of: "data"))
        let server = try await Server(data: folder.path(of: "data"), flags)
        let session = try await logIn(.ana, from: "192.0.2.7", at: server)
        #expect(session?["location"]?.text == "Madrid, Spain" && session?["place"]?["es"]?.text == "Madrid, España")
        #expect(try await logIn(.ana, from: "10.0.0.1", at: server)?["location"]?.text == "unknown")
        // What is mapped from a file that is cut short ends a program.
        #expect(truncate(file, 100) == 0)
        server.send(SIGHUP)
        while !Server.log(of: server.data).contains("something can't be read anew") { await Task.yield() }
        #expect(try await logIn(.ana, from: "203.0.113.7", at: server)?["location"]?.text == "Lisbon, Portugal")
        #expect(try await server.ask("GET", "/readyz")?.text.contains("places") == true)
        #expect(await server.stop() == .status(0))
    }

    @Test(.requirement("SESS-22"), .timeLimit(.minutes(5)))
    func withoutItsLibraryOrWithAnotherFileNoServerStarts() async throws {
        try write(PlaceFileWriter.cities.bytes)
        let data = folder.path(of: "data")
        let missing = try await PreloadedLibrary("missing-libraries.c", in: folder)
        let outcome = await (try Server.spawn(data: data, flags, environment: missing.environment)).outcome()
        #expect(outcome.exit != .status(0) && Server.log(of: data).contains("libmaxminddb0"), "\(Server.log(of: data))")
        try write(Array("not a file of places".utf8))
        let refused = await (try Server.spawn(data: data, flags)).outcome()
        #expect(refused.exit != .status(0) && Server.log(of: data).contains("places.mmdb"))
    }
}
