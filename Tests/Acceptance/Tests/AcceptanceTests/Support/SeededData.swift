import FoundationEssentials
import Glibc
import KernelTesting
import Locking

/// The data of a server with the pictures of the demo, and with an account of
/// Ana's that is confirmed.
///
/// It is made once by the programs themselves; each test works on a copy.
struct SeededData: Sendable {
    let folder: TemporaryFolder
    /// A picture that everybody may see.
    let picture: String

    static var shared: SeededData { get async throws { try await making.value } }

    private static let making = Task { try await SeededData() }

    /// The folder, to be removed with the process: what is static is never
    /// released.
    private static let leftover = Locked<String?>(nil)

    private init() async throws {
        folder = try TemporaryFolder()
        Self.leftover.withLock { [path = folder.path] in $0 = path }
        atexit {
            if let path = SeededData.leftover.current { try? FileManager.default.removeItem(atPath: path) }
        }
        let server = try await Server(data: folder.path(of: "data"), ["--demo"], keepsFile: true)
        let client = Client(home: folder.path(of: "home"), address: server.address)
        // The demo comes while the server answers.
        while !Server.log(of: server.data).contains("the demo is complete") {
            _ = try await server.ask("GET", "/healthz")
        }
        // Before there is an account, so that it is one for everybody.
        guard let picture = try await client.object("feed", "--limit", "1")["items"]?[0]?["id"]?.text else {
            throw CommandFailed(arguments: ["feed"], outcome: try await client.run("feed"))
        }
        self.picture = picture
        let ana = Person.ana
        try await client.object(
            "register", "--name", ana.name, "--email", ana.email, "--password-stdin", input: ana.password + "\n")
        try await client.object("verify", try await Outbox(data: server.data).newestCode(for: ana.email))
        // The server finds out behind how large the pictures are; no test waits
        // for that again.
        while try await client.object("feed", "--limit", "100")["items"]?.items.contains(where: { $0["tint"] == nil })
            == true
        {}
        guard await server.stop() == .status(0) else {
            throw ServerDidNotStart(exit: .status(1), log: Server.log(of: server.data))
        }
    }

    /// Copies the data to where a test wants it.
    ///
    /// Another program does it: children of other tests would inherit a file
    /// that this one has open, and keep its disk busy.
    func copy(to path: String) async throws {
        let outcome = try await ChildProcess.run("cp", ["-a", folder.path(of: "data"), path])
        guard outcome.exit == .status(0) else { throw NoCopy(reason: outcome.errorText) }
    }

    struct NoCopy: Error {
        let reason: String
    }
}

/// The messages that a server mailed.
struct Outbox {
    let data: String

    /// The code in the newest message with one to somebody.
    func newestCode(for email: String, to command: String = "verify") async throws -> String {
        let lines = try await message(to: email, containing: "/\(command)?token=").split(whereSeparator: \.isNewline)
        let code = lines.lazy.map { $0.drop { $0 == " " }.prefix { $0.isNumber } }.first { $0.count == 8 }
        guard let code else { throw NoMessage(email: email) }
        return String(code)
    }

    /// The link in the newest message with one to somebody.
    func newestLink(for email: String, to command: String) async throws -> String {
        let message = try await message(to: email, containing: "/\(command)?token=")
        // RFC 2045, section 6.7: of quoted-printable there is no more in a link.
        let text = message.replacing("=\r\n", with: "").replacing("=3D", with: "=")
        let lines = text.split(whereSeparator: \.isNewline).map { $0.drop { $0 == " " } }
        guard let link = lines.first(where: { $0.contains("?token=") }) else { throw NoMessage(email: email) }
        return String(link)
    }

    /// The newest message to somebody with these words, which the server writes
    /// some time after it has answered: only one that is lost is given up.
    func message(to email: String, containing text: String) async throws -> String {
        let folder = data + "/outbox"
        // The server makes it with its first letter, which may not be written yet.
        if mkdir(folder, 0o700) != 0, errno != EEXIST { throw NoMessage(email: email) }
        let watch = try FolderWatch(folder)
        repeat {
            let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
            let messages = names.sorted().compactMap { name in
                FileManager.default.contents(atPath: folder + "/" + name).map { String(decoding: $0, as: UTF8.self) }
            }
            if let message = messages.last(where: { $0.contains(email) && $0.contains(text) }) { return message }
        } while try await watch.waitForFile()
        throw NoMessage(email: email)
    }

    struct NoMessage: Error {
        let email: String
    }
}

/// A server with a client, on a copy of the data that everybody shares, and by
/// the same clock.
struct Stage {
    let folder: TemporaryFolder
    let server: Server
    let client: Client
    let picture: String

    init(_ arguments: String..., clock: ShiftedClock? = nil) async throws {
        try await self.init(arguments, clock: clock)
    }

    init(_ arguments: [String], clock: ShiftedClock? = nil) async throws {
        let seed = try await SeededData.shared
        folder = try TemporaryFolder()
        picture = seed.picture
        try await seed.copy(to: folder.path(of: "data"))
        server = try await Server(data: folder.path(of: "data"), arguments, clock: clock)
        client = Client(home: folder.path(of: "home"), address: server.address, clock: clock)
    }

    /// What a terminal shows of a command that has thirty lines of so many
    /// characters, and answers no questions.
    func shown(_ words: String, columns: Int = 80, _ environment: [String: String] = [:]) async throws -> String {
        let child = try terminal(words, columns: columns, environment)
        let outcome = await child.outcome()
        guard outcome.exit == .status(0) else { throw CommandFailed(arguments: [words], outcome: outcome) }
        return outcome.outputText
    }

    /// Starts a command on a terminal, which `script` (util-linux) makes.
    func terminal(_ words: String, columns: Int = 80, _ environment: [String: String] = [:]) throws -> ChildProcess {
        var variables = client.variables
        variables["TERM"] = "xterm-256color"
        variables.merge(environment) { $1 }
        return try ChildProcess(
            "script", ["-qec", "stty rows 30 cols \(columns); exec '\(Programs.essential)' \(words)", "/dev/null"],
            environment: variables)
    }

    /// Logs in without the client, for a token of one's own.
    func token(of person: Person = .ana) async throws -> String {
        let answer = try await server.ask("POST", "/auth/login", json: person.login)
        guard let token = answer?.json?["token"]?["access_token"]?.text else {
            throw NoToken(status: answer?.status)
        }
        return token
    }

    struct NoToken: Error {
        let status: Int?
    }
}
