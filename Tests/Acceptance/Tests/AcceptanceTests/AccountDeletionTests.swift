import FoundationEssentials
import Glibc
import KernelTesting
import PicturesTesting
import Testing

/// A person deletes their account by the program; the device forgets it, and the server, which
/// is killed while it does so.
@Suite(.timeLimit(.minutes(15)))
struct AccountDeletionTests {
    private let stage: Stage
    private let ben = Person.ben

    init() async throws {
        stage = try await Stage()
    }

    private func sqlite(_ statements: String) async throws -> String {
        let outcome = try await ChildProcess.run(
            "sqlite3", ["-bail", stage.server.data + "/essentiald.sqlite"], input: ".timeout 5000\n" + statements)
        #expect(outcome.exit == .status(0), "\(outcome.errorText)")
        return outcome.outputText
    }

    /// All that is in a folder.
    private func contents(of folder: String) -> String {
        ((try? FileManager.default.subpathsOfDirectory(atPath: folder)) ?? []).map {
            $0 + String(decoding: FileManager.default.contents(atPath: folder + "/" + $0) ?? Data(), as: UTF8.self)
        }.joined()
    }

    /// Ben comes to Ana's device, where a comment of hers waits, and publishes a picture.
    private func register() async throws -> (id: String, picture: String) {
        let client = stage.client
        let other = Client(home: stage.folder.path(of: "other"), address: client.address)
        _ = try await client.logIn(as: .ana)
        _ = try await other.logIn(as: .ana)
        try await other.object("sessions", "end-others", "--yes")
        _ = try await client.run("comment", stage.picture, "Ana's, and it waits.")
        try await client.object(
            "register", "--name", ben.name, "--email", ben.email, "--password-stdin", input: ben.password + "\n")
        let id = try await client.object("whoami")["user"]?["id"]?.text
        let verified = try await Server.run("accounts", "verify", ben.email, data: stage.server.data)
        #expect(verified.exit == .status(0), "\(verified.errorText)")
        let path = stage.folder.path(of: "beach.jpg")
        try SamplePicture.phoneJPEG(width: 1_600, height: 1_200).write(to: URL(filePath: path))
        let posted = try await client.object("post", path, "--description", "Ben's beach", "--public")
        let picture = try #require(posted["id"]?.text)
        try await client.object("comment", stage.picture, "Ben was here.")
        try await other.object("comment", picture, "Ana likes the beach.")
        try await client.object("feed", "--limit", "50")
        return (try #require(id), picture)
    }

    @Test(.requirement("DATA-04", "DATA-05", "OFFLINE-10"))
    func theDeviceForgetsAtOnceAndALoginTakesItBack() async throws {
        let client = stage.client, (_, picture) = try await register()
        #expect(contents(of: client.home).contains("Ben's beach"), "what is cached")
        let unasked = try await client.run("account", "delete")
        #expect(unasked.exit != .status(0) && unasked.errorText.contains("--yes"), "\(unasked.errorText)")
        #expect(try await client.object("account", "delete", "--yes")["due_at"]?.text != nil)
        #expect(try await client.run("whoami").exit == .status(3))
        #expect(!contents(of: client.home).contains("Ben's beach"))
        let queue = try await client.object("queue", "list")
        #expect(queue["items"]?.items == [] && queue["others"]?.number == 1, "what is Ana's stays")
        // Until the day comes others see all as before.
        #expect(try await stage.server.ask("GET", "/image/\(picture)")?.status == 200)
        let outbox = Outbox(data: stage.server.data)
        _ = try await outbox.message(to: ben.email, containing: "will be gone")
        let listed = try await Server.run("accounts", "list", "--closing", "--json", data: stage.server.data)
        #expect(listed.outputText.contains(ben.email) && listed.outputText.contains("deletion_due_at"))

        _ = try await client.logIn(as: ben)
        _ = try await outbox.message(to: ben.email, containing: "All of it is as it was")
        #expect(try await client.run("notices").outputText.contains("your account isn't deleted"))
        #expect(try await client.object("comments", picture)["items"]?.items.count == 1)
        #expect(await stage.server.stop() == .status(0))
        #expect(Server.errors(of: stage.server.data) == [])
    }

    /// A device elsewhere hears it with the next request.
    @Test(.requirement("DATA-05")) func otherDevicesForgetToo() async throws {
        let client = stage.client, other = Client(home: stage.folder.path(of: "second"), address: client.address)
        _ = try await register()
        _ = try await other.logIn(as: ben)
        try await other.object("feed", "--limit", "50")
        #expect(contents(of: other.home).contains("Ben's beach"))
        try await client.object("account", "delete", "--yes")
        let outcome = try await other.run("whoami")
        #expect(outcome.exit == .status(3) && outcome.errorText.contains("This account is deleted"))
        #expect(!contents(of: other.home).contains("Ben's beach"))
    }

    /// `kill -9` at any moment of a start at which the account is due: it is there wholly, or
    /// gone wholly.
    @Test(.requirement("DATA-04")) func aServerThatIsKilledDeletesItWhollyOrNotAtAll() async throws {
        let client = stage.client, (id, picture) = try await register(), data = stage.server.data
        try await client.object("account", "delete", "--yes")
        let files = try await sqlite(
            """
            SELECT digest FROM images WHERE author_id = '\(id)'
            UNION ALL SELECT s.digest FROM image_sizes s JOIN images i ON i.id = s.image_id WHERE i.author_id = '\(id)';
            """
        ).split(separator: "\n").map { data + "/images/" + $0.prefix(2) + "/" + $0 }
        #expect(files.count > 1 && files.allSatisfy { FileManager.default.fileExists(atPath: $0) })
        await stage.server.kill()
        // Enough to take some time.
        _ = try await sqlite(
            """
            WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000)
            INSERT INTO comments (position, id, image_id, author_id, message, created_at)
            SELECT 1000000 + i, lower(hex(randomblob(4)) || '-0000-4000-8000-' || printf('%012d', i)),
                '\(stage.picture)', '\(id)', 'Said ' || i, 1 FROM n;
            UPDATE accounts SET deletion_due_at = 1, deletion_seen_at = 1 WHERE id = '\(id)';
            CREATE TRIGGER hour_is_over AFTER UPDATE OF deletion_seen_at ON accounts
            WHEN new.deletion_due_at = 1 AND new.deletion_seen_at IS NULL
            BEGIN UPDATE accounts SET deletion_seen_at = 1 WHERE id = new.id; END;
            """)
        let count = """
            SELECT (SELECT count(*) FROM accounts WHERE id = '\(id)'),
                (SELECT count(*) FROM comments WHERE author_id = '\(id)' OR image_id = '\(picture)'),
                (SELECT count(*) FROM images WHERE author_id = '\(id)');
            """
        let whole = "1|20002|1\n", gone = "0|0|0\n"
        var states: [String] = []
        // The moment of the kill is what is under test, so it is a time.
        for round in 0..<200 where states.last != gone {
            let child = try Server.spawn(data: data, ["--listen", "127.0.0.1:0"])
            try await pass(microseconds: UInt32(round * 15_000))
            child.send(SIGKILL)
            _ = await child.outcome()
            states.append(try await sqlite(count))
        }
        #expect(states.first == whole && states.last == gone, "\(states)")
        #expect(states.allSatisfy { $0 == whole || $0 == gone }, "\(states)")

        let server = try await Server(data: data, port: stage.server.port)
        let clock = ContinuousClock(), end = clock.now + .seconds(60)
        while files.contains(where: { FileManager.default.fileExists(atPath: $0) }), clock.now < end {
            try await pass(microseconds: 20_000)
        }
        #expect(files.allSatisfy { !FileManager.default.fileExists(atPath: $0) }, "no row names them")
        _ = try await Outbox(data: data).message(to: ben.email, containing: "Nothing brings it back")
        #expect(try await server.ask("GET", "/image/\(picture)")?.status == 401)
        #expect(try await server.ask("POST", "/auth/login", json: ben.login)?.status == 401)
        #expect(try await server.ask("POST", "/auth/register", json: ben.registration)?.status == 201)
        let dump = try await sqlite(".dump").split(separator: "\n").filter { $0.contains(id) }
        #expect(dump == [])
        #expect(await server.stop() == .status(0))
        #expect(Server.errors(of: data) == [])
    }
}
