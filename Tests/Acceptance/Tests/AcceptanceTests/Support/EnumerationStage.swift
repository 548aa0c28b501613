import FoundationEssentials
import KernelTesting
import Testing

/// A server in strict mode with some accounts, that mails to nobody.
///
/// The variable `ESSENTIAL_ENUMERATION_REQUESTS` says how many requests are
/// compared of each kind; at night there are 2000, which find half as small a
/// difference.
struct EnumerationStage {
    /// What passwords begin with that the server doesn't hash.
    static let unhashed = "unhashed"
    /// |t| beyond which two samples differ (dudect).
    static let limit = 4.5
    /// Everybody's password.
    static let password = "four green tea pots"
    private static let requests = Surroundings.number("ESSENTIAL_ENUMERATION_REQUESTS") ?? 500
    /// How many addresses have an account: each is asked about ten times.
    private static let people = requests / 20
    /// How many there have to be of those who are logged in and ask five times each,
    /// in either of two rounds.
    static let members = 2 * requests / 5

    let folder: TemporaryFolder
    let server: Server
    let isInstrumented: Bool
    /// How many requests are compared.
    var samples: Int { isInstrumented ? min(200, Self.requests) : Self.requests }
    /// Those who are logged in.
    let tokens: [String]
    private let mail: SilentPort

    /// - Parameters:
    ///   - isSuspending: Whether those who have an account are suspended.
    ///   - isArriving: Whether those who have an account came from another account system.
    ///   - kind: How the passkeys sign that they have.
    ///   - members: How many more people there are, who are logged in.
    init(
        suspending isSuspending: Bool = false, arriving isArriving: Bool = false,
        passkeys kind: PlantedPasskeys.Kind = .es256, members: Int = 0
    ) async throws {
        folder = try TemporaryFolder()
        let library = try await PreloadedLibrary("cheap-scrypt.c", in: folder)
        let environment = library.environment.merging(["UNHASHED": Self.unhashed]) { $1 }
        let data = folder.path(of: "data")
        let friendly = try await Server(
            data: data, ["--server.public-url", PlantedPasskeys.address], environment: environment)
        for email in (isArriving ? [] : (0..<Self.people).map(Self.known)) + (0..<members).map(Self.member) {
            let answer = try await friendly.ask(
                "POST", "/auth/register", json: #"{"name":"Ana","email":"\#(email)","password":"\#(Self.password)"}"#)
            #expect(answer?.status == 201)
        }
        // A strict server lets nobody in whose address isn't proved.
        var tokens: [String] = []
        for number in 0..<members {
            let answer = try await friendly.ask(
                "POST", "/auth/login",
                json: #"{"email":"\#(Self.member(number))","password":"\#(Self.password)"}"#)
            tokens.append(try #require(answer?.json?["token"]?["access_token"]?.text))
        }
        #expect(await friendly.stop() == .status(0))
        if isArriving { try await Self.takeKnown(into: data, from: folder.path(of: "users.json")) }
        for number in 0..<Self.people where isSuspending {
            let outcome = try await Server.run("accounts", "suspend", Self.known(number), data: data)
            #expect(outcome.exit == .status(0), "\(outcome.errorText)")
        }
        try await PlantedPasskeys.plant(kind, in: data)
        try await PlantedLinks.plant(in: data)
        let provider = try PlantedLinks.settings(in: folder)
        // Delivering is work as well, and none that a request waits for.
        mail = try SilentPort()
        server = try await Server(
            data: data,
            [
                "--accounts.enumeration", "strict", "--lockout.failures", "100", "--lockout.address-failures",
                "10000", "--lockout.captcha-after", "0", "--recovery.captcha-after", "0", "--server.public-url",
                PlantedPasskeys.address, "--mail.transport", "smtp", "--mail.sender", "no-reply@example.com",
                "--mail.smtp.host", "127.0.0.1",
                "--mail.smtp.port", "\(mail.number)", "--mail.smtp.security", "none", "--mail.smtp.timeout", "10m",
            ] + provider, environment: environment)
        self.tokens = tokens
        isInstrumented = try ProcessStatus(of: server.pid).isInstrumented
    }

    /// They have hashes by bcrypt, of two costs.
    private static func takeKnown(into data: String, from file: String) async throws {
        let users = (0..<people).map { number in
            let hash = "$2a$0\(4 + number % 2)$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW"
            return #"{"id":"\#(number)","email":"\#(known(number))","name":"Ana","verified":1,"password":"\#(hash)"}"#
        }
        try Data("[\(users.joined(separator: ","))]".utf8).write(to: URL(filePath: file))
        let outcome = try await Server.run("import", "pocketbase", file, "--apply", data: data)
        #expect(outcome.exit == .status(0), "\(outcome.errorText)")
    }

    static func known(_ number: Int) -> String { "known-\(1_000 + number % people)@example.com" }
    private static func member(_ number: Int) -> String { "member-\(number)@example.com" }
    static func unknown(_ number: Int) -> String { "other-\(1_000 + number % people)@example.com" }
    /// Nobody is asked for twice: they have an account then.
    static func fresh(_ number: Int, _ round: UInt64) -> String { "fresh-\(round)-\(1_000 + number)@example.com" }

    /// Asks again before it finds a difference: one that is there is found
    /// in each round, one that the machine's other work made is not.
    ///
    /// - Parameter requestsOfEach: How often each of those who are logged in asks; nil where
    ///   nobody is.
    func expectSame(
        _ path: String, isOnceOnly: Bool = false, isForm: Bool = false, requestsOfEach: Int? = nil,
        _ body: @escaping @Sendable (String) -> String
    ) async throws {
        // Nobody asks in both rounds.
        let most = requestsOfEach.map { $0 * tokens.count / 2 }
        let count = min(samples, most ?? samples)
        for round in UInt64(1)...2 {
            let samples = try await ServerCost.sample(
                server, path, count: count, seed: round, isForm: isForm,
                token: { [tokens] number in
                    requestsOfEach.map { tokens[Int(round - 1) * tokens.count / 2 + number / $0] }
                },
                known: { body(Self.known($0)) },
                unknown: { body(isOnceOnly ? Self.fresh($0, round) : Self.unknown($0)) })
            #expect(samples.shown(isKnown: true) == samples.shown(isKnown: false), "\(path)")
            let (work, time) = (samples.work, samples.time)
            print("\(path), round \(round), \(count) requests: processor time \(work), time \(time)")
            if abs(work.t) < Self.limit && abs(time.t) < Self.limit { return }
        }
        Issue.record("\(path): known and unknown addresses differ")
    }
}
