import FoundationEssentials
import Glibc
import KernelTesting
import Testing

/// Pins of the server's keys, from the operator's description to the connection; as `docs/operating.md` walks through it.
@Suite(.timeLimit(.minutes(15)))
struct PinningTests {
    private let folder: TemporaryFolder
    private let port = Ports.next()

    init() async throws {
        folder = try TemporaryFolder()
        try await openssl(
            "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=authority",
            "-keyout ca.key -out ca.pem")
        // The server's key, the one that is kept elsewhere, and one that nobody planned.
        for name in ["first", "backup", "third"] {
            try await openssl(
                "req -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj /CN=server",
                "-addext subjectAltName=DNS:localhost,IP:127.0.0.1 -keyout \(name).key -out \(name).csr")
            try await openssl(
                "x509 -req -in \(name).csr -CA ca.pem -CAkey ca.key -CAcreateserial -days 2 -copy_extensions copy",
                "-out \(name).pem")
        }
    }

    private func openssl(_ words: String...) async throws {
        let arguments = words.joined(separator: " ").split(separator: " ").map(String.init)
        let outcome = try await ChildProcess.run("openssl", arguments, directory: folder.path)
        try #require(outcome.exit == .status(0), "\(outcome.errorText)")
    }

    /// The pin of a certificate's key, by the line of `docs/operating.md`.
    private func pin(_ name: String) async throws -> String {
        let line = """
            openssl pkey -in \(name).key -pubout -outform der | openssl dgst -sha256 -binary | openssl base64
            """
        let outcome = try await ChildProcess.run("/bin/sh", ["-c", line], directory: folder.path)
        return outcome.outputText.firstLine
    }

    private var address: String { "https://localhost:\(port)" }

    private func server() async throws -> Server {
        try await use("first")
        return try await Server(
            data: folder.path(of: "data"),
            [
                "--server.tls.certificate", folder.path(of: "server.pem"), "--server.tls.key",
                folder.path(of: "server.key"), "--server.public-url", address,
            ], port: port)
    }

    /// Has the server begin with the certificate of a key.
    private func use(_ name: String) async throws {
        for ending in ["key", "pem"] {
            let content = try Data(contentsOf: URL(fileURLWithPath: folder.path(of: "\(name).\(ending)")))
            try content.write(to: URL(fileURLWithPath: folder.path(of: "server.\(ending)")))
        }
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o600], ofItemAtPath: folder.path(of: "server.key"))
    }

    /// Has a server that runs go on with another key, as one that a client sees.
    private func change(_ server: Server, to name: String) async throws {
        try await use(name)
        server.send(SIGHUP)
        let stranger = client("stranger"), pin = try await pin(name)
        var isNew = false
        for _ in 0..<300 where !isNew {
            isNew = try await stranger.object("pins", "show", "localhost:\(port)")["pins"]?.items.first?.text == pin
        }
        #expect(isNew, "\(Server.log(of: server.data))")
    }

    private func client(_ home: String) -> Client {
        Client(
            home: folder.path(of: home), address: address,
            environment: ["ESSENTIAL_CA_FILE": folder.path(of: "ca.pem")])
    }

    private func operate(_ words: String...) async throws -> String {
        let outcome = try await ChildProcess.run(
            Programs.essentiald, words,
            environment: Surroundings.variables.merging(["HOME": folder.path(of: "operator")]) { $1 },
            directory: folder.path)
        try #require(outcome.exit == .status(0), "\(outcome.errorText)")
        return outcome.outputText
    }

    private func sign(_ version: Int, _ pins: [String], backups: [String]) async throws -> String {
        let quoted = { (texts: [String]) in texts.map { "\"\($0)\"" }.joined(separator: ", ") }
        let end = Date().addingTimeInterval(90 * 86_400).formatted(.iso8601)
        let text = """
            {"version": \(version), "expires": "\(end)", "hosts": [
                {"host": "localhost", "pins": [\(quoted(pins))], "backups": [\(quoted(backups))]}
            ]}
            """
        try Data(text.utf8).write(to: URL(fileURLWithPath: folder.path(of: "pins.json")))
        _ = try await operate("pins", "sign", "pins.json", "pins-\(version).jwt", "--key", "pins.key")
        return folder.path(of: "pins-\(version).jwt")
    }

    @Test(.requirement("PIN-01", "PIN-02", "PIN-03", "PIN-05", "PIN-11", "PIN-12"))
    func aRotationPassesAndAStrangersKeyDoesNot() async throws {
        try await SeededData.shared.copy(to: folder.path(of: "data"))
        let server = try await server(), client = client("home")
        #expect(try await client.object("pins")["set"] == nil)
        _ = try await client.logIn(as: .ana)
        let signer = try await operate("pins", "key", "create", "pins.key").firstLine
        let (first, backup, third) = (try await pin("first"), try await pin("backup"), try await pin("third"))
        #expect(try await client.object("pins", "show", "localhost:\(port)")["pins"]?.items.first?.text == first)

        let one = try await sign(1, [first], backups: [backup])
        #expect(try await client.run("pins", "install", one, "--json").errorCode == "pins_signer_unknown")
        try await client.object("pins", "install", one, "--key", signer)
        #expect(try await client.object("feed")["source"]?.text == "remote")
        #expect(try await client.object("pins", "check")["verdict"]?.text == "pinned")
        // The same server, in whatever way somebody types it, and no other.
        for spelling in ["HTTPS://localhost:\(port)/", "https://LocalHost:0\(port)"] {
            #expect(try await client.object("pins", "--server", spelling)["set"] != nil, "\(spelling)")
        }
        let elsewhere = try await client.run(
            "pins", "install", one, "--key", signer, "--server", "https://127.0.0.1:\(port)", "--json")
        #expect(elsewhere.errorCode == "pins_of_another_server")

        // Not planned: the first key is lost, and the backup takes over at once.
        try await change(server, to: "backup")
        #expect(try await client.object("feed")["source"]?.text == "remote")
        #expect(try await client.object("pins", "check")["verdict"]?.text == "backup")

        // A key that nobody pinned, though the authority vouches for it.
        try await change(server, to: "third")
        let refused = try await client.run("feed", "--json")
        #expect(refused.exit == .status(1) && refused.errorCode == "pin_mismatch", "\(refused.errorText)")
        let words = try await client.run("feed", "--language", "es")
        #expect(
            words.errorText.contains("otra clave") && words.errorText.contains("pins install"), "\(words.errorText)")
        #expect(try await client.run("pins", "check").exit == .status(1))
        let picture = try await SeededData.shared.picture
        let draft = try await client.run("comment", picture, "Written while nothing could be sent")
        #expect(draft.exit != .status(0))
        #expect(try await client.object("queue", "list")["items"]?.items.count == 1, "\(draft.errorText)")
        var work = client
        work.environment["ESSENTIAL_PROFILE"] = "work"
        #expect(try await work.object("feed")["source"]?.text == "remote", "another profile pinned nothing")

        // Planned: the newer document comes by any way; what waited goes out, and nobody logs in again.
        let two = try await sign(2, [third], backups: [backup])
        try await client.object("pins", "install", two)
        _ = try await client.runUntilNothingWaits("feed")
        #expect(try await client.object("whoami")["user"]?["email"]?.text == Person.ana.email)
        let comments = try await client.run("comments", picture)
        #expect(comments.outputText.contains("Written while nothing could be sent"), "\(comments.outputText)")
        #expect(try await client.run("pins", "install", one, "--json").errorCode == "pins_older")
        #expect(try await client.object("pins", "check")["verdict"]?.text == "pinned")
        #expect(await server.stop() == .status(0))
    }

    @Test(.requirement("PIN-09")) func afterTheEndNothingIsSentUntilANewerDocumentCame() async throws {
        let server = try await server(), client = client("home")
        let signer = try await operate("pins", "key", "create", "pins.key").firstLine
        let document = try await sign(1, [try await pin("first")], backups: [try await pin("backup")])
        try await client.object("pins", "install", document, "--key", signer)
        #expect(try await client.run("feed").exit == .status(0))
        var late = client
        late.clock = try await ShiftedClock()
        try late.clock?.setTimeOfDay(daysOff: 100)
        let refused = try await late.run("feed", "--json")
        #expect(refused.errorCode == "pins_expired", "\(refused.errorText)")
        let words = try await late.run("feed")
        #expect(words.errorText.contains("essential pins install"), "\(words.errorText)")
        #expect(try await late.run("pins").exit == .status(1))
        // The clock was wrong.
        #expect(try await client.run("feed").exit == .status(0))
        #expect(await server.stop() == .status(0))
    }
}

extension String {
    fileprivate var firstLine: String { String(prefix { !$0.isNewline }) }
}
