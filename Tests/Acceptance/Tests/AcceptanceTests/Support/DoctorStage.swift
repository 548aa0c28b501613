import FoundationEssentials
import Glibc
import KernelTesting
import Testing

/// A sound server's data with a backup that was verified, and what `essentiald doctor` says of it.
struct DoctorStage {
    /// What the command found.
    struct Report {
        let outcome: ChildProcess.Outcome
        let findings: [JSON]

        var faults: [String] { findings.filter { $0["weight"]?.text == "fault" }.compactMap { $0["code"]?.text } }

        /// What is said of a finding, its command included.
        func words(of code: String) -> String {
            findings.filter { $0["code"]?.text == code }
                .map { ($0["message"]?.text ?? "") + "\n" + ($0["remedy"]?.text ?? "") }.joined(separator: "\n")
        }
    }

    let folder: TemporaryFolder
    let port = Ports.next()
    var data: String { folder.path(of: "data") }
    var backups: String { folder.path(of: "backups") }

    init() async throws {
        folder = try TemporaryFolder()
        try await SeededData.shared.copy(to: data)
        let verified = try await Self.verifiedBackups.value
        try await shell("cp -a '\(verified)' backups && cp -a '\(verified)/../backed-up/essentiald.branch' data/")
    }

    /// The backups that all stages have a copy of, beside the data that they are of.
    private static let verifiedBackups = Task {
        let seeded = try await SeededData.shared.folder
        let backups = seeded.path(of: "backups"), data = seeded.path(of: "backed-up")
        try await SeededData.shared.copy(to: data)
        for words in [["create", "--to", backups], ["verify", "--from", backups]] {
            let outcome = try await ChildProcess.run(
                Programs.essentiald, ["backup"] + words,
                environment: environment(home: seeded.path(of: "operator"), ["ESSENTIAL_SERVER_DATA": data]))
            try #require(outcome.exit == .status(0), "\(outcome.errorText)")
        }
        return backups
    }

    private func environment(_ more: [String: String] = [:]) -> [String: String] {
        Self.environment(home: folder.path(of: "home"), more)
    }

    private static func environment(home: String, _ more: [String: String]) -> [String: String] {
        Surroundings.variables.merging(["HOME": home]) { $1 }.merging(more) { $1 }
    }

    /// What is set if flags say nothing else.
    private var settings: [String: String] {
        [
            "ESSENTIAL_SERVER_DATA": data, "ESSENTIAL_SERVER_LISTEN": "127.0.0.1:\(port)",
            "ESSENTIAL_BACKUP_FOLDER": backups,
        ]
    }

    /// What the doctor says.
    func examine(_ arguments: [String] = [], environment more: [String: String] = [:]) async throws -> Report {
        let outcome = try await ChildProcess.run(
            Programs.essentiald, ["doctor", "--json"] + arguments,
            environment: environment(settings.merging(more) { $1 }))
        let parsed = try? JSON(parsing: outcome.outputText)
        let found = try #require(parsed, "\(outcome.outputText) \(outcome.errorText)")
        #expect(outcome.exit == .status(found["sound"] == .bool(true) ? 0 : 1))
        return Report(outcome: outcome, findings: found["findings"]?.items ?? [])
    }

    /// What a person reads.
    func text(_ arguments: [String] = []) async throws -> String {
        try await ChildProcess.run(
            Programs.essentiald, ["doctor"] + arguments, environment: environment(settings)
        ).outputText
    }

    /// The server that it is about.
    func serve(_ arguments: [String] = [], port: Int? = nil) async throws -> Server {
        try await Server(data: data, arguments, port: port ?? self.port, keepsFile: true)
    }

    // MARK: Seeding faults

    func sqlite(_ statement: String) async throws {
        let outcome = try await ChildProcess.run("sqlite3", [data + "/essentiald.sqlite", statement])
        try #require(outcome.exit == .status(0), "\(outcome.errorText)")
    }

    func shell(_ script: String) async throws {
        let outcome = try await ChildProcess.run("/bin/sh", ["-ec", script], directory: folder.path)
        try #require(outcome.exit == .status(0), "\(outcome.errorText)")
    }

    func write(_ text: String, to name: String, mode: mode_t = 0o600) throws {
        try Data(text.utf8).write(to: URL(filePath: folder.path(of: name)))
        try #require(chmod(folder.path(of: name), mode) == 0)
    }

    /// All files of the folder, with what is in them and whose they are.
    func everything() async throws -> String {
        let outcome = try await ChildProcess.run(
            "/bin/sh",
            [
                "-c",
                """
                find data backups -printf '%p %m %T@ %s\\n' | sort
                find data backups -type f | sort | xargs sha256sum
                """,
            ], directory: folder.path)
        return outcome.outputText
    }

    /// Makes a certificate for a host, with a key of its own: `cert.pem` and `key.pem`.
    func makeCertificate(for host: String, days: Int) async throws {
        try await shell(
            """
            openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj /CN=\(host) -days 30 \
                -addext subjectAltName=DNS:\(host) -keyout key.pem -out first.pem 2>/dev/null
            openssl x509 -in first.pem -signkey key.pem -days \(days) -out cert.pem 2>/dev/null
            chmod 600 key.pem
            """)
    }

    var tls: [String] {
        ["--server.tls.certificate", folder.path(of: "cert.pem"), "--server.tls.key", folder.path(of: "key.pem")]
    }
}

/// A mail server that knows three commands and lets nobody in.
final class RefusingMailServer: Sendable {
    let port: Int
    private let child: ChildProcess

    private static let program = """
        import socket
        listener = socket.create_server(('127.0.0.1', 0))
        print(listener.getsockname()[1], flush=True)
        while True:
            peer = listener.accept()[0]
            lines = peer.makefile('rw', newline='\\r\\n')
            def say(text):
                lines.write(text + '\\r\\n'); lines.flush()
            say('220 tests')
            for line in lines:
                word = line.split()[0].upper() if line.split() else ''
                if word == 'EHLO': say('250-tests'); say('250 AUTH PLAIN')
                elif word == 'QUIT': say('221 bye'); break
                elif word == 'AUTH': say('535 5.7.8 no')
                else: say('250 ok')
            peer.close()
        """

    init() async throws {
        child = try ChildProcess("python3", ["-c", Self.program], environment: Surroundings.variables)
        port = try #require(Int((await child.readOutput(until: "\n")).filter(\.isNumber)))
    }

    deinit { child.send(SIGKILL) }
}
