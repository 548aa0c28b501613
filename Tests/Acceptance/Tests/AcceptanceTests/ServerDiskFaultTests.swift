import FoundationEssentials
import Glibc
import KernelTesting
import PicturesAPI
import PicturesTesting
import Testing

/// Calls on the server's files that fail, one at a time, while people work and
/// while the server starts.
///
/// The variable `ESSENTIAL_DISK_FAULTS` says how many; at night there are 400.
/// `ESSENTIAL_DISK_SEED` repeats a run.
struct ServerDiskFaultTests {
    private static let faults = Surroundings.number("ESSENTIAL_DISK_FAULTS") ?? 24
    private static let seed = UInt64(Surroundings.number("ESSENTIAL_DISK_SEED") ?? 0xD15C)

    /// One address for a server that listens on another port each time, since
    /// tokens are for the address; and one person who writes more than people do.
    private static let arguments = [
        "--server.public-url", "http://127.0.0.1:8080", "--limits.comments-per-hour", "0", "--limits.pictures-per-hour",
        "0",
    ]

    private struct Fault: CustomStringConvertible {
        /// What fails, and among how many of its kind.
        private static let calls: [(FailingDisk.Call, Int)] = [
            (.read, 60), (.write, 30), (.synchronize, 12), (.open, 24), (.look, 30), (.lock, 60), (.map, 4),
            (.truncate, 2), (.rename, 2), (.unlink, 3), (.make, 2),
        ]

        let call: FailingDisk.Call
        let position: Int
        let code: Int32
        let isAtStart: Bool

        init(using generator: inout SeededGenerator) {
            let (call, count) = Self.calls.randomElement(using: &generator) ?? (.write, 1)
            self.call = call
            position = Int.random(in: 1...count, using: &generator)
            isAtStart = Int.random(in: 0..<3, using: &generator) == 0
            let codes: [Int32] =
                switch call {
                case .read: [EIO, FailingDisk.short]
                case .write: [EIO, ENOSPC, FailingDisk.short]
                case .open: [EIO, EMFILE, ENOSPC]
                case .lock: [EIO, ENOLCK]
                case .map: [ENOMEM, EIO]
                case .look, .unlink: [EIO]
                default: [EIO, ENOSPC]
                }
            code = codes.randomElement(using: &generator) ?? EIO
        }

        var description: String { "\(call) \(position) with \(code)\(isAtStart ? " at start" : "")" }
    }

    @Test func aDiskThatFailsOnceLosesNothing() async throws {
        let seed = try await SeededData.shared
        let folder = try TemporaryFolder(), disk = try await FailingDisk(of: folder.path(of: "data"))
        try await seed.copy(to: disk.folder)
        var generator = SeededGenerator(seed: Self.seed)
        var visitor = try await visitor(disk, picture: seed.picture)
        var failed = 0, rounds = 0, refusedStarts = 0
        while failed < Self.faults, rounds < Self.faults * 4 {
            rounds += 1
            let fault = Fault(using: &generator)
            let comment: Comment = "\(fault), round \(rounds), seed \(Self.seed)"
            let isKilled = Bool.random(using: &generator)
            if fault.isAtStart { try disk.fail(fault.call, at: fault.position, with: fault.code) }
            do {
                let server = try await Server(data: disk.folder, Self.arguments, environment: disk.environment)
                if !fault.isAtStart { try disk.fail(fault.call, at: fault.position, with: fault.code) }
                visitor = try await blocking { [visitor, round = rounds] in
                    var visitor = visitor
                    visitor.visit(port: server.port, round: round)
                    return visitor
                }
                if isKilled { server.send(SIGKILL) } else { server.send(SIGTERM) }
                let exit = await server.end()
                #expect(exit == .status(0) || exit == .status(1) || isKilled && exit == .signal(SIGKILL), comment)
            } catch let error as ServerDidNotStart {
                #expect(fault.isAtStart && disk.failures > 0 && [.status(1), .status(2)].contains(error.exit), comment)
                refusedStarts += 1
            }
            failed += disk.failures
            try disk.mend()
            #expect(visitor.complaints == [], comment)
            visitor.complaints = []
        }
        #expect(failed >= Self.faults)
        // What is there at the end was there all the time: nothing is deleted.
        try await visitor.check(disk.folder)
        let server = try await Server(data: disk.folder, Self.arguments, environment: disk.environment)
        visitor = try await blocking { [visitor, round = rounds] in
            var visitor = visitor
            visitor.visit(port: server.port, round: round + 1)
            return visitor
        }
        #expect(visitor.complaints == [] && visitor.refusals.last != rounds + 1)
        #expect(try await server.ask("GET", "/readyz")?.status == 200)
        #expect(await server.stop() == .status(0))
        let log = Server.log(of: disk.folder)
        #expect(!log.contains("damaged") && !log.contains("Restore"), "seed \(Self.seed)")
        print(
            "\(failed) faults in \(rounds) rounds, seed \(Self.seed): \(visitor.comments.count) comments, ",
            "\(visitor.pictures.count) pictures, \(visitor.renewals) renewals acknowledged; ",
            "\(visitor.refusals.count) requests and \(refusedStarts) starts refused", separator: "")
    }

    /// The log of the database isn't synchronised for several commits, each of
    /// fewer pages than the one before, and the program ends: what they wrote is
    /// still in the log, with several ends of transactions.
    @Test func aLogThatCouldNotBeSynchronisedIsNoDamage() async throws {
        let seed = try await SeededData.shared
        let folder = try TemporaryFolder(), disk = try await FailingDisk(of: folder.path(of: "data"))
        try await seed.copy(to: disk.folder)
        var visitor = try await visitor(disk, picture: seed.picture)
        for round in 0..<3 {
            let server = try await Server(data: disk.folder, Self.arguments, environment: disk.environment)
            try await blocking { [visitor] in
                let connection = try Connection(port: server.port)
                func comment(_ text: String) -> Answer? {
                    connection.ask(
                        "POST", "/image/\(visitor.picture)/comments", json: #"{"message":"\#(text)"}"#,
                        token: visitor.token)
                }
                #expect(comment("before \(round)")?.status == 201)
                try disk.fail(.synchronize, count: .max, with: EIO)
                let person = Person(
                    name: "P", email: "p\(round)@example.com", password: "passphrase of nobody \(round)")
                for answer in [
                    connection.ask("POST", "/auth/register", json: person.registration),
                    connection.ask("POST", "/auth/login", json: Person.ana.login),
                    comment("in between \(round) " + String(repeating: "x", count: 900)), comment("short \(round)"),
                ] {
                    #expect(
                        answer?.status == 503 && answer?.fields["retry-after"] != nil, "\(String(describing: answer))")
                }
                try disk.mend()
                #expect(comment("after \(round)")?.status == 201)
            }
            await server.kill()
            visitor.comments.formUnion(["before \(round)", "after \(round)"])
        }
        try await visitor.check(disk.folder)
        let server = try await Server(data: disk.folder, Self.arguments)
        #expect(await server.stop() == .status(0))
        #expect(!Server.log(of: disk.folder).contains("damaged"))
    }

    /// A page that the disk doesn't give is a matter of the disk.
    @Test(arguments: [("en", "The disk can't be read"), ("es", "No se puede leer o escribir en el disco")])
    func aDatabaseThatCannotBeReadIsNotCalledDamaged(language: String, words: String) async throws {
        let seed = try await SeededData.shared
        let folder = try TemporaryFolder(), disk = try await FailingDisk(of: folder.path(of: "data"))
        try await seed.copy(to: disk.folder)
        var refused = 0
        for position in 4...14 {
            try disk.fail(.read, at: position, count: .max, with: EIO)
            let child = try Server.spawn(
                data: disk.folder, ["--listen", "127.0.0.1:0", "--language", language], environment: disk.environment)
            let exit = await child.outcome().exit
            if disk.failures > 0 { refused += [.status(1), .status(2)].contains(exit) ? 1 : 0 }
        }
        try disk.mend()
        let log = Server.log(of: disk.folder)
        #expect(refused > 5 && log.contains(words), "\(refused) \(log)")
        #expect(!log.contains("database is damaged") && !log.contains("base de datos está dañada"), "\(log)")
        let server = try await Server(data: disk.folder)
        #expect(await server.stop() == .status(0))
    }

    private func visitor(_ disk: FailingDisk, picture: String) async throws -> Visitor {
        let server = try await Server(data: disk.folder, Self.arguments)
        let content = try #require(try await server.ask("GET", "/image/\(picture)"))
        let login = try #require(try await server.ask("POST", "/auth/login", json: Person.ana.login)?.json?["token"])
        #expect(await server.stop() == .status(0))
        return Visitor(
            picture: picture, content: content.body, token: try #require(login["access_token"]?.text),
            renewal: try #require(login["refresh_token"]?.text))
    }
}

/// Somebody who does a bit of everything, and remembers what was acknowledged.
private struct Visitor: Sendable {
    let picture: String
    let content: [UInt8]
    var token: String
    var renewal: String
    var comments: Set<String> = []
    var pictures: Set<String> = []
    var renewals = 0
    /// The rounds in which something was refused.
    var refusals: [Int] = []
    /// What must never happen.
    var complaints: [String] = []

    mutating func visit(port: Int, round: Int) {
        var connection = try? Connection(port: port)
        func ask(_ visitor: inout Visitor, _ request: (Connection) -> Answer?) -> Answer? {
            guard let answer = connection.flatMap(request) else {
                connection = try? Connection(port: port)
                visitor.refusals.append(round)
                return nil
            }
            guard ![201, 200].contains(answer.status) else { return answer }
            visitor.refusals.append(round)
            if answer.status < 500 { visitor.complaints.append("\(answer.status) \(answer.code ?? "")") }
            return nil
        }
        for number in 0..<4 {
            let message = "\(round)-\(number)", path = "/image/\(picture)/comments",
                json = #"{"message":"\#(message)"}"#
            if ask(&self, { [token] in $0.ask("POST", path, json: json, token: token) }) != nil {
                comments.insert(message)
            }
        }
        _ = ask(&self) { $0.ask("GET", "/feed?limit=20") }
        let seen = ask(&self) { [picture] in $0.ask("GET", "/image/\(picture)") }
        if let seen, seen.body != content { complaints.append("another picture of \(seen.body.count) bytes") }
        let grant = ask(&self) { [renewal] in
            $0.ask("POST", "/auth/refresh", json: #"{"refresh_token":"\#(renewal)"}"#)
        }
        if let grant {
            guard let token = grant.json?["access_token"]?.text ?? grant.json?["token"]?["access_token"]?.text,
                let renewal = grant.json?["refresh_token"]?.text ?? grant.json?["token"]?["refresh_token"]?.text
            else { return complaints.append("a renewal without tokens") }
            (self.token, self.renewal) = (token, renewal)
            renewals += 1
        }
        guard round.isMultiple(of: 3) else { return }
        let upload = Self.upload(SamplePicture.make(.jpeg, width: 300 + round, height: 200))
        let posted = ask(&self) { [token] in
            let head =
                "POST /feed HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer \(token)\r\n"
                + "Content-Type: multipart/form-data; boundary=b\r\nContent-Length: \(upload.count)\r\n\r\n"
            return $0.send(Array(head.utf8) + upload) ? $0.answer() : nil
        }
        if let id = posted?.json?["id"]?.text { pictures.insert(id) }
    }

    /// Looks after all of it in the folder of a server that doesn't run.
    func check(_ folder: String) async throws {
        let outcome = try await ChildProcess.run(
            "python3", [Programs.root + "/Tests/Acceptance/Support/examine-data.py", folder])
        try #require(outcome.exit == .status(0), "\(outcome.errorText)")
        let found = try JSON(parsing: outcome.outputText)
        #expect(found["integrity"]?.items.map(\.text) == ["ok"])
        #expect(found["damaged"]?.items.isEmpty == true)
        let lost = comments.union(pictures).subtracting(
            (found["comments"]?.items ?? []).compactMap(\.text) + (found["pictures"]?.items ?? []).compactMap(\.text))
        #expect(lost.isEmpty)
        #expect(!comments.isEmpty)
    }

    private static func upload(_ picture: Data) -> [UInt8] {
        Array("--b\r\nContent-Disposition: form-data; name=\"image\"; filename=\"a.jpg\"\r\n\r\n".utf8) + picture
            + Array("\r\n--b--\r\n".utf8)
    }
}
