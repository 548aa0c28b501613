import FoundationEssentials
import Glibc
import KernelTesting
import Locking
import Testing

/// Whether a known address has as much written to the disk as an unknown one,
/// counted: no statistic has to find it.
///
/// What a route that takes an address writes until its answer, and what is done
/// after it, is counted for both, in each state that a series of requests
/// brings about.
struct DurableWriteTests {
    @Test(.requirement("LOGIN-08", "RECOV-04", "VERIFY-06", "D2"), arguments: [false, true])
    func eachRouteWritesTheSameForKnownAndUnknownAddresses(asksForCaptchas: Bool) async throws {
        let stage = try await SyncStage(asksForCaptchas: asksForCaptchas)
        let wrong = #""password":"some wrong password""#, new = #""new_password":"seven blue coffee cups""#
        // Free, delayed, and from the sixth on locked.
        try await stage.expectSame("/auth/login", rounds: 7) { #"{"email":"\#($0)",\#(wrong)}"# }
        // Without a message, with one, within its minute.
        try await stage.expectSame("/auth/password/reset", rounds: 2) {
            #"{"email":"\#($0)","code":"00000000",\#(new)}"#
        }
        try await stage.expectSame("/auth/password/recovery", rounds: 5) { #"{"email":"\#($0)"}"# }
        // Five tries count.
        try await stage.expectSame("/auth/password/reset", rounds: 8) {
            #"{"email":"\#($0)","code":"00000000",\#(new)}"#
        }
        for verified in [true, false] {
            try await stage.expectSame("/auth/verification", rounds: 8, isVerified: verified) {
                #"{"email":"\#($0)","code":"00000000","password":"some wrong password"}"#
            }
            try await stage.expectSame("/auth/verification/resend", rounds: 4, isVerified: verified) {
                #"{"email":"\#($0)"}"#
            }
        }
        // With a message, and within its minute.
        try await stage.logIn()
        try await stage.expectSame("/auth/address", rounds: 2, isAskedByMembers: true) { #"{"email":"\#($0)"}"# }
        try await stage.expectSame("/auth/address/confirmation", rounds: 6, isAskedByMembers: true) { _ in
            #"{"code":"00000000"}"#
        }
        try await stage.expectSame("/auth/register", rounds: 3, isOnceOnly: true) {
            #"{"name":"Ana","email":"\#($0)",\#(wrong)}"#
        }
    }

    /// Passkeys that somebody has, and that nobody has.
    @Test(.requirement("PASSKEY-01", "PASSKEYS-02", "D2")) func aPasskeysAnswerIsWrittenAlikeWhoeverHasIt() async throws
    {
        let stage = try await SyncStage(asksForCaptchas: false)
        let challenge = try await stage.challenge()
        try await stage.expectSame("/auth/login/passkey", rounds: 4) { PlantedPasskeys.answer(by: $0, to: challenge) }
    }

    /// People who came by a provider, of whom somebody pretends to bring word.
    @Test(.requirement("EXT-05", "D2")) func aForgedWordOfAProviderIsWrittenAlikeWhomeverItIsAbout() async throws {
        let stage = try await SyncStage(asksForCaptchas: false)
        try await stage.expectSame(
            "/auth/providers/facebook/deauthorization", rounds: 2, isForm: true, PlantedLinks.forgedNotice)
        try await stage.expectSame("/auth/providers/answer", rounds: 2, PlantedLinks.guessedAnswer)
    }
}

/// A server in strict mode that mails to nobody, and counts what it forces to
/// the disk.
private struct SyncStage {
    private static let people = 18
    private static let password = "four green tea pots"

    private let folder: TemporaryFolder
    private let server: Server
    private let mail: SilentPort
    private let counter: SyncCounter
    private let marks: MarkedLog
    /// Of those who are logged in: one for each who asks for known addresses, and one
    /// for each who asks for unknown ones.
    private let tokens = Locked<[Bool: [String]]>([:])

    init(asksForCaptchas: Bool) async throws {
        folder = try TemporaryFolder()
        let cheap = try await PreloadedLibrary("cheap-scrypt.c", in: folder)
        let counting = try await PreloadedLibrary("count-syncs.c", in: folder)
        counter = try SyncCounter(folder.path(of: "syncs"))
        let environment = counting.environment.merging([
            "LD_PRELOAD": cheap.path + ":" + counting.path, "COUNT_SYNCS": counter.path,
        ]) { $1 }
        let data = folder.path(of: "data")
        let friendly = try await Server(data: data, environment: environment)
        let numbers = 1...Self.people
        // A strict server lets nobody in whose address isn't proved.
        let proved =
            numbers.map { Self.known($0, isVerified: true) }
            + [true, false].flatMap { isKnown in numbers.map { Self.member($0, isKnown) } }
        for (emails, verified) in [(proved, true), (numbers.map { Self.known($0, isVerified: false) }, false)] {
            for email in emails {
                let answer = try await friendly.ask(
                    "POST", "/auth/register",
                    json: #"{"name":"Ana","email":"\#(email)","password":"\#(Self.password)"}"#)
                #expect(answer?.status == 201)
                guard verified else { continue }
                let code = try await Outbox(data: data).newestCode(for: email)
                let confirmed = try await friendly.ask(
                    "POST", "/auth/verification",
                    json: #"{"email":"\#(email)","code":"\#(code)","password":"\#(Self.password)"}"#)
                #expect(confirmed?.status == 200)
            }
        }
        #expect(await friendly.stop() == .status(0))
        try await PlantedPasskeys.plant(in: data)
        try await PlantedLinks.plant(in: data)
        let provider = try PlantedLinks.settings(in: folder)
        // Delivering a letter is work that only those cause who get one.
        mail = try SilentPort()
        let captcha = asksForCaptchas ? "3" : "0"
        server = try await Server(
            data: data,
            [
                "--server.trusted-proxies", "127.0.0.1", "--accounts.enumeration", "strict", "--lockout.captcha-after",
                captcha, "--recovery.captcha-after", captcha, "--metrics.answers", "letter", "--server.public-url",
                PlantedPasskeys.address,
                "--mail.transport", "smtp", "--mail.sender", "no-reply@example.com", "--mail.smtp.host", "127.0.0.1",
                "--mail.smtp.port", "\(mail.number)",
                "--mail.smtp.security", "none", "--mail.smtp.timeout", "10m",
            ] + provider, environment: environment)
        marks = try await MarkedLog(server: server)
    }

    private static func known(_ number: Int, isVerified: Bool) -> String {
        "\(isVerified ? "verified" : "unverified")-\(number)@example.com"
    }

    /// What an answer by a passkey has to be about.
    func challenge() async throws -> String { try await PlantedPasskeys.question(of: server) }

    private static func member(_ number: Int, _ asksForKnown: Bool) -> String {
        "member-\(asksForKnown)-\(number)@example.com"
    }

    /// Logs those in who ask as members.
    func logIn() async throws {
        for isKnown in [true, false] {
            for number in 1...Self.people {
                let login = #"{"email":"\#(Self.member(number, isKnown))","password":"\#(Self.password)"}"#
                let client = "203.0.113.\(isKnown ? number + 1 : number + 101)"
                let answer = try await server.ask("/auth/login", login, from: client)
                let token = try #require(answer?.json?["token"]?["access_token"]?.text)
                tokens.withLock { $0[isKnown, default: []].append(token) }
            }
        }
    }

    /// Asks for all known and all unknown addresses in turn, round by round.
    func expectSame(
        _ path: String, rounds: Int, isVerified: Bool = true, isOnceOnly: Bool = false,
        isAskedByMembers: Bool = false, isForm: Bool = false, _ body: @escaping @Sendable (String) -> String
    ) async throws {
        var surplus = 0
        for round in 1...rounds {
            var counts: [Bool: Int] = [:]
            // The other way round each time: what happens now and then hits both.
            for isKnown in round % 2 == 0 ? [true, false] : [false, true] {
                let emails = (1...Self.people).map { number in
                    if isKnown { return Self.known(number, isVerified: isVerified) }
                    // Who registered has an account then.
                    return "other-\(isVerified)-\(isOnceOnly ? "\(path)-\(round)" : "")\(number)@example.com"
                        .replacing("/", with: "-")
                }
                try await marks.waitForWork()
                let before = counter.value
                if isOnceOnly { await marks.note(emails.count) }
                // Everybody comes from somewhere else: what is counted for a
                // client's address doesn't turn on those who come last.
                for (number, email) in emails.enumerated() {
                    let client = "198.51.100.\(isKnown ? number + 1 : number + 101)"
                    let token = isAskedByMembers ? tokens.current[isKnown]?[number] : nil
                    let answer = try await server.ask(
                        path, body(email), isForm: isForm, from: client, token: token)
                    #expect(isAskedByMembers ? answer.map { [202, 422].contains($0.status) } == true : answer != nil)
                }
                try await marks.waitForWork()
                counts[isKnown] = counter.value - before
            }
            let known = counts[true] ?? -1, unknown = counts[false] ?? -1
            // Checkpoints, of three each, and jobs that are put away fall on one side or
            // the other; something written for each address is more.
            #expect(
                abs(known - unknown) <= Self.people * 2 / 3,
                "\(path), round \(round): \(known) for known addresses, \(unknown) for unknown ones")
            surplus += known - unknown
        }
        // What falls on either side evens out.
        #expect(abs(surplus) <= rounds * Self.people / 3, "\(path): \(surplus) more for known addresses")
    }
}

/// Eight bytes that a program counts in.
private final class SyncCounter: Sendable {
    let path: String

    init(_ path: String) throws {
        self.path = path
        try Data(count: 8).write(to: URL(filePath: path))
    }

    var value: Int {
        let bytes = FileManager.default.contents(atPath: path) ?? Data()
        return bytes.prefix(8).reversed().reduce(0) { $0 << 8 | Int($1) }
    }
}

/// Tells when the work is done that the server does after its answers: it does
/// one piece after another, and logs what became of each registration.
private actor MarkedLog {
    private let server: Server
    private let log: Int32
    /// What was read of it last, and isn't a whole line yet.
    private var rest: [UInt8] = []
    private var registrations = 0
    private var expected = 0

    init(server: Server) async throws {
        self.server = server
        log = open(server.data + ".log", O_RDONLY | O_CLOEXEC)
        guard log >= 0 else { throw POSIXFailure(call: "open", code: errno) }
        readOn()
        expected = registrations
    }

    deinit { close(log) }

    /// Counts the registrations since it was read last.
    private func readOn() {
        var buffer = [UInt8](repeating: 0, count: 64 * 1024)
        while case let count = read(log, &buffer, buffer.count), count > 0 {
            rest += buffer.prefix(count)
            let lines = rest.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            rest = Array(lines.last ?? [])
            registrations += lines.dropLast().count { line in
                let text = String(decoding: line, as: UTF8.self)
                return text.contains("registered") || text.contains("registration refused")
            }
        }
    }

    /// Counts somebody else's registrations.
    func note(_ count: Int) {
        expected += count
    }

    func waitForWork() async throws {
        // Every one is another address, and none of them has an account.
        let answer = try await server.ask(
            "POST", "/auth/register",
            json: #"{"name":"Mark","email":"\#(UUID().uuidString)@example.com","password":"some wrong password"}"#)
        try #require(answer?.status == 202)
        expected += 1
        var isDone = false
        for _ in 0..<60_000 where !isDone {
            readOn()
            isDone = registrations >= expected
            if !isDone { _ = try await blocking { poll(nil, 0, 1) } }
        }
        #expect(isDone, "the server does no work")
    }
}

extension Server {
    /// Sends a form for a client behind the proxy that the server trusts.
    fileprivate func ask(
        _ path: String, _ body: String, isForm: Bool = false, from client: String, token: String? = nil
    ) async throws -> Answer? {
        let credentials = token.map { "\r\nAuthorization: Bearer \($0)" } ?? ""
        return try await ask(
            raw: """
                POST \(path) HTTP/1.1\r
                Host: 127.0.0.1\r
                X-Forwarded-For: \(client)\(credentials)\r
                Content-Type: \(isForm ? "application/x-www-form-urlencoded" : "application/json")\r
                Content-Length: \(body.utf8.count)\r
                \r
                \(body)
                """)
    }
}
