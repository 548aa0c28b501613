import FoundationEssentials
import Glibc
import KernelTesting
import Testing

/// A session that can't be renewed when it has to be: it stays, the person is
/// told what to do, and once they have done it all goes on.
struct InterruptedRefreshTests {
    /// What the person is told.
    struct Message: Sendable {
        let exit: Int32
        let code: String
        let english: String
        let spanish: String
    }

    private static func message(_ exit: Int32, _ code: String, _ english: String, _ spanish: String) -> Message {
        Message(exit: exit, code: code, english: english, spanish: spanish)
    }

    struct Breakage: Sendable, CustomTestStringConvertible {
        let testDescription: String
        /// What the server answers; nil for nothing at all.
        let answer: String?
        let message: Message
    }

    private static func answer(_ status: String, _ fields: String..., body: String = "", length: Int? = nil) -> String {
        (["HTTP/1.1 \(status)"] + fields + ["Content-Length: \(length ?? body.utf8.count)", "", body])
            .joined(separator: "\r\n")
    }

    private static let later = message(1, "server_error", "Try again later.", "Inténtalo más tarde.")
    private static let unreachable = message(
        4, "no_connectivity", "Start it with: essentiald serve", "Arráncalo con: essentiald serve")

    private static let breakages = [
        Breakage(testDescription: "5xx", answer: answer("500 Internal Server Error"), message: later),
        Breakage(
            testDescription: "429", answer: answer("429 Too Many Requests", "Retry-After: 60"),
            message: message(
                1, "too_many_requests", "Give it 60 s.", "Dale 60 s.")),
        Breakage(
            testDescription: "malformed JSON",
            answer: answer("200 OK", "Content-Type: application/json", body: #"{"token":"#), message: later),
        Breakage(
            testDescription: "truncated body",
            answer: answer("200 OK", "Content-Type: application/json", body: #"{"token":{"#, length: 900),
            message: unreachable),
        Breakage(testDescription: "closed connection", answer: "", message: unreachable),
        Breakage(
            testDescription: "time-out", answer: nil,
            message: message(4, "no_connectivity", "Give it a minute.", "Dale un minuto.")),
    ]

    /// A client that is logged in, and whose access token has expired.
    private func expired(_ home: String? = nil) async throws -> (stage: Stage, client: Client, session: String) {
        let clock = try await ShiftedClock()
        let stage = try await Stage(clock: clock)
        let client = home.map { Client(home: $0, address: stage.server.address, clock: clock) } ?? stage.client
        _ = try await client.logIn(as: .ana)
        let session = try #require(try await client.object("whoami")["session"]?["id"]?.text)
        try clock.pass(seconds: 400)
        return (stage, client, session)
    }

    private func expect(_ message: Message, of client: Client) async throws {
        // One after the other: each waits for the other's renewal, and not for ever.
        for (language, words) in [("en", message.english), ("es", message.spanish)] {
            let outcome = try await client.run("sessions", "--json", "--language", language)
            #expect(outcome.exit == .status(message.exit) && outcome.errorCode == message.code, "\(outcome.errorText)")
            #expect(outcome.errorText.contains(words), "\(outcome.errorText)")
        }
    }

    /// The session is the same, and good for requests.
    private func expect(_ session: String, isThatOf client: Client) async throws {
        #expect(try await client.object("whoami")["session"]?["id"]?.text == session)
        let current = try await client.object("sessions")["items"]?.items.filter { $0["current"] == .bool(true) }
        #expect(current?.compactMap { $0["id"]?.text } == [session])
    }

    @Test(.requirement("TOKEN-16", "TOKEN-19", "TOKEN-20", "TOKEN-25", "L10N-02"), arguments: breakages)
    func theServerBreaks(breakage: Breakage) async throws {
        let (stage, client, session) = try await expired()
        #expect(await stage.server.stop() == .status(0))
        let broken = try BrokenServer(port: stage.server.port, answering: breakage.answer)
        try await expect(breakage.message, of: client)
        broken.stop()
        let server = try await Server(data: stage.server.data, port: stage.server.port, clock: client.clock)
        try await expect(session, isThatOf: client)
        #expect(await server.stop() == .status(0))
    }

    @Test(.requirement("TOKEN-16", "TOKEN-25", "L10N-02")) func theVaultIsLocked() async throws {
        let (stage, client, session) = try await expired()
        let file = stage.folder.path(of: "phrase")
        let phrase = Data("unmistakable vault phrase 4417\n".utf8)
        #expect(FileManager.default.createFile(atPath: file, contents: phrase, attributes: [.posixPermissions: 0o600]))
        var unlocked = client
        unlocked.environment["ESSENTIAL_PASSPHRASE_FILE"] = file
        try await unlocked.object("vault", "protect", "--with", "passphrase")
        try await expect(
            Self.message(1, "storage_failed", "--passphrase-file FILE", "--passphrase-file ARCHIVO"), of: client)
        try await expect(session, isThatOf: unlocked)
    }

    @Test(.requirement("TOKEN-16", "TOKEN-25", "L10N-02")) func anotherProcessHoldsTheVault() async throws {
        let (stage, client, session) = try await expired()
        let file = open(try #require(client.folder) + "/vault/lock", O_RDWR | O_CLOEXEC)
        // All of the file, and however long it grows.
        var lock = flock()
        lock.l_type = Int16(F_WRLCK)
        lock.l_whence = Int16(SEEK_SET)
        #expect(fcntl(file, F_SETLK, &lock) == 0)
        try await expect(
            Self.message(1, "storage_failed", "Wait for it to end", "Espera a que termine"), of: client)
        close(file)
        try await expect(session, isThatOf: client)
        #expect(await stage.server.stop() == .status(0))
    }

    @Test(.requirement("TOKEN-12", "TOKEN-16", "TOKEN-25", "L10N-02"), .enabled(if: SmallDisk.isAllowed))
    func theDiskIsFull() async throws {
        let disk = try SmallDisk(mebibytes: 4)
        let (stage, client, session) = try await expired(disk.path + "/home")
        // What has its place on the disk is saved there, unless a backup shares
        // the file.
        let records = try #require(client.folder) + "/vault/records-1"
        for name in try FileManager.default.contentsOfDirectory(atPath: records) {
            #expect(link(records + "/" + name, disk.path + "/" + name) == 0)
        }
        try disk.fill()
        try await expect(
            Self.message(1, "storage_failed", "Free some space and try again.", "Libera espacio e inténtalo de nuevo."),
            of: client)
        disk.empty()
        try await expect(session, isThatOf: client)
        #expect(await stage.server.stop() == .status(0))
    }

    @Test(.requirement("TOKEN-12", "TOKEN-16"), .enabled(if: SmallDisk.isAllowed))
    func aSessionThatHasItsPlaceIsRenewedOnAFullDisk() async throws {
        let disk = try SmallDisk(mebibytes: 4)
        let (stage, client, session) = try await expired(disk.path + "/home")
        try disk.fill()
        try await expect(session, isThatOf: client)
        #expect(await stage.server.stop() == .status(0))
    }
}
