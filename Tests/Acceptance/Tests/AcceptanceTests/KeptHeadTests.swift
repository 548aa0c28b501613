import FoundationEssentials
import KernelTesting
import Testing

/// People's own devices find out who rewrites the server's audit trail.
@Suite(.timeLimit(.minutes(5)))
struct KeptHeadTests {
    private let folder: TemporaryFolder
    private let port = Ports.next()
    private let client: Client
    private var data: String { folder.path(of: "data") }
    private var evidence: String { folder.path(of: "evidence.json") }

    init() throws {
        folder = try TemporaryFolder()
        client = Client(home: folder.path(of: "device"), address: "http://127.0.0.1:\(port)")
    }

    /// Does something while the server runs, and has what happened signed when it runs no more.
    private func serving(_ arguments: [String] = [], _ body: (Server) async throws -> Void) async throws {
        let server = try await Server(data: data, arguments, port: port)
        try await body(server)
        #expect(await server.stop() == .status(0))
        try await signed()
    }

    private func signed() async throws {
        let outcome = try await Server.run("audit", "head", data: data)
        try #require(outcome.exit == .status(0), "\(outcome.errorText)")
    }

    private func refuse(_ count: Int, at server: Server) async throws {
        // Each at an address of its own, since none is asked for a CAPTCHA then.
        for _ in 0..<count {
            let login = #"{"email":"\#(UUID())@example.com","password":"\#(Person.ben.password)"}"#
            _ = try await server.ask("POST", "/auth/login", json: login)
        }
    }

    /// How many events the device has seen, and what it found.
    private func kept() async throws -> (events: Int?, found: String?) {
        let audit = try await client.object("status")["audit"]
        return (audit?["events"]?.number, audit?["found"]?.text)
    }

    /// Logs in once more, which asks at once.
    private func logIn() async throws -> ChildProcess.Outcome {
        try await client.run(
            "login", "--email", Person.ana.email, "--password-stdin", input: Person.ana.password + "\n")
    }

    /// What a command says once it was found: her device asks when the output is out, and waits seconds at most.
    private func told() async throws -> ChildProcess.Outcome {
        for _ in 0..<100 where try await kept().found == nil { _ = try await client.run("whoami") }
        return try await client.run("whoami")
    }

    /// What the program says that needs neither the device nor the server.
    private func verify(_ words: String...) async throws -> ChildProcess.Outcome {
        try await ChildProcess.run("/usr/bin/python3", [Programs.root + "/Tools/audit/verify.py"] + words)
    }

    /// Ana is logged in, and what happened until then is signed.
    private func begin() async throws {
        try await serving { (server: Server) async throws in
            #expect(try await server.ask("POST", "/auth/register", json: Person.ana.registration)?.status == 201)
            _ = try await client.logIn(as: .ana)
        }
    }

    /// Her device asks beside its commands, and says nothing; a server that has just started takes a moment.
    private func look() async throws {
        for _ in 0..<100 where try await kept().events == nil {
            let run = try await client.run("whoami")
            #expect(run.exit == .status(0) && run.errorText.isEmpty, "\(run.errorText)")
        }
    }

    @Test(.requirement("METRIC-04", "AUDIT-03", "AUDIT-18", "AUDIT-19"))
    func aTrailThatWasCutIsFoundAndAcceptedOnceItsReasonIsKnown() async throws {
        try await begin()
        let backup = folder.path(of: "backup")
        try FileManager.default.copyItem(atPath: data, toPath: backup)
        var before = 0
        try await serving { (server: Server) async throws in
            try await look()
            before = try #require(try await kept().events)
            try await refuse(3, at: server)
        }
        try await serving { (server: Server) async throws in
            #expect(try await client.run("audit").outputText.contains("goes on from what this device saw"))
            #expect(try await kept().events ?? 0 > before)
        }
        try FileManager.default.removeItem(atPath: data)
        try FileManager.default.moveItem(atPath: backup, toPath: data)

        try await serving { (_: Server) async throws in
            #expect(try await logIn().exit == .status(0), "it is in nobody's way")
            let told = try await told()
            #expect(told.errorText.contains("the newest were cut off"), "\(told.errorText)")
            #expect(try await client.run("feed", "--language", "es").errorText.contains("menos sucesos"))
            #expect(try await kept().found == "shorter")
            let shown = try await client.run("audit")
            #expect(shown.exit == .status(1) && shown.outputText.contains("restored from a backup"))
            try await client.object("audit", "export", evidence)
            try await client.object("audit", "accept", "--yes")
            let run = try await client.run("audit")
            #expect(run.exit == .status(0) && run.errorText.isEmpty, "\(run.outputText)\(run.errorText)")
            #expect(try await client.run("whoami").errorText.isEmpty)
        }
        let verified = try await verify("--evidence", evidence)
        #expect(verified.exit == .status(1) && verified.outputText.contains("the newest were cut off"))
    }

    /// Whoever has the machine has its key, too: the server finds nothing wrong.
    @Test(.requirement("METRIC-04", "AUDIT-03", "AUDIT-18", "AUDIT-19"))
    func aTrailThatWasWrittenAnewWithTheServersOwnKeyIsFound() async throws {
        try await begin()
        try await serving { (server: Server) async throws in
            try await look()
            try await refuse(5, at: server)
        }
        // She has seen all of it; one event more than that is what makes the other trail the longer one.
        try await serving { (_: Server) async throws in
            #expect(try await client.run("audit").outputText.contains("goes on from what this device saw"))
        }
        let rewritten = try await ChildProcess.run(
            "sqlite3",
            [
                data + "/essentiald.sqlite",
                """
                INSERT INTO audit_waiting (number, event)
                    SELECT position + 1, replace(event, 'login.refused', 'login.accepted') FROM audit_events;
                INSERT INTO audit_waiting (number, event)
                    SELECT position + 2, event FROM audit_events ORDER BY position DESC LIMIT 1;
                DELETE FROM audit_events; DELETE FROM audit_heads; DELETE FROM audit_nodes;
                """,
            ])
        try #require(rewritten.exit == .status(0), "\(rewritten.errorText)")
        try await signed()
        #expect(try await Server.run("audit", "verify", data: data).exit == .status(0))

        try await serving { (_: Server) async throws in
            #expect(try await logIn().exit == .status(0))
            #expect(try await told().errorText.contains("doesn't go on from what this device saw"))
            #expect(try await kept().found == "not_continued")
            try await client.object("audit", "export", evidence)
        }
        let verified = try await verify("--evidence", evidence)
        #expect(
            verified.exit == .status(1) && verified.outputText.contains("It isn't proved"), "\(verified.outputText)")
        // The head that she kept accuses the whole trail, too.
        let trail = folder.path(of: "trail.jsonl"), key = folder.path(of: "key.pem")
        let exported = try await Server.run("audit", "export", trail, data: data)
        #expect(exported.exit == .status(0), "\(exported.errorText)")
        try Data(try await Server.run("audit", "key", data: data).outputText.utf8).write(to: URL(filePath: key))
        let accused = try await verify(trail, key, "--since-head", evidence)
        #expect(accused.exit == .status(1) && accused.outputText.contains("aren't those that were signed"))
        #expect(try await verify(trail, key).exit == .status(0))
    }
}
