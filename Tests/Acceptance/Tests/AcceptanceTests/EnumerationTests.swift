import FoundationEssentials
import KernelTesting
import Testing

/// Whether a stranger who asks thousands of times finds out who has an account.
///
/// What is judged is the processor time that the server spends until a request
/// is answered, and the time by the clock, as statistics: see ``WelchTest``.
/// Hashes are made cheap, which leaves what they would hide. A server that was
/// built with a sanitizer is asked less: it is slow, and nobody's.
struct EnumerationTests {
    /// |t| beyond which two samples differ (dudect).
    private static let limit = 4.5
    private static let password = "four green tea pots"

    /// Those that are known are suspended, or not.
    @Test(.requirement("LOGIN-08", "REG-18", "RECOV-03", "RECOV-04", "D2", "OPS-06"), arguments: [false, true])
    func knownAndUnknownAddressesGetTheSameAnswerForTheSameWork(areSuspended: Bool) async throws {
        let stage = try await EnumerationStage(suspending: areSuspended)
        try await stage.expectSame("/auth/login") {
            #"{"email":"\#($0)","password":"some wrong password"}"#
        }
        try await stage.expectSame("/auth/password/recovery") { #"{"email":"\#($0)"}"# }
        try await stage.expectSame("/auth/verification/resend") { #"{"email":"\#($0)"}"# }
        // Ten tries for each address: more than count, which are written as well.
        try await stage.expectSame("/auth/verification") { #"{"email":"\#($0)","code":"00000000"}"# }
        try await stage.expectSame("/auth/password/reset") {
            #"{"email":"\#($0)","code":"00000000","new_password":"seven blue coffee cups"}"#
        }
        try await stage.expectSame("/auth/register", isOnceOnly: true) {
            #"{"name":"Ana","email":"\#($0)","password":"\#(Self.password)"}"#
        }
    }

    /// A passkey that somebody has and one that nobody has: neither signs what was asked.
    @Test(.requirement("PASSKEY-01", "D2")) func passkeysThatSomebodyHasGetTheSameAnswerForTheSameWork() async throws {
        let stage = try await EnumerationStage()
        let challenge = try await PlantedPasskeys.question(of: stage.server)
        try await stage.expectSame("/auth/login/passkey") { PlantedPasskeys.answer(by: $0, to: challenge) }
        let last = try await stage.server.ask(
            "POST", "/auth/login/passkey", json: PlantedPasskeys.answer(by: "x", to: challenge))
        #expect(last?.json?["code"]?.text == "passkey_refused", "it came as far as the signature")
    }

    @Test func aServerThatHashesNothingForUnknownAddressesIsFound() async throws {
        let stage = try await EnumerationStage()
        let samples = try await ServerCost.sample(
            stage.server, "/auth/login", count: stage.samples, seed: 2,
            known: { #"{"email":"\#(EnumerationStage.known($0))","password":"some wrong password"}"# },
            unknown: {
                #"{"email":"\#(EnumerationStage.unknown($0))","password":"\#(EnumerationStage.unhashed) password"}"#
            })
        #expect(samples.work.t > Self.limit || stage.isInstrumented, "\(samples.work)")
        #expect(samples.shown(isKnown: true) == samples.shown(isKnown: false), "the answers alone don't tell")
    }

    /// A server in strict mode with some accounts, that mails to nobody.
    private struct EnumerationStage {
        /// What passwords begin with that the server doesn't hash.
        static let unhashed = "unhashed"
        /// How many addresses have an account.
        private static let people = 100

        let folder: TemporaryFolder
        let server: Server
        let isInstrumented: Bool
        /// How many requests are compared.
        var samples: Int { isInstrumented ? 200 : 2_000 }
        private let mail: SilentPort

        init(suspending isSuspending: Bool = false) async throws {
            folder = try TemporaryFolder()
            let library = try await PreloadedLibrary("cheap-scrypt.c", in: folder)
            let environment = library.environment.merging(["UNHASHED": Self.unhashed]) { $1 }
            let data = folder.path(of: "data")
            let friendly = try await Server(data: data, environment: environment)
            for number in 0..<Self.people {
                let answer = try await friendly.ask(
                    "POST", "/auth/register",
                    json: #"{"name":"Ana","email":"\#(Self.known(number))","password":"\#(EnumerationTests.password)"}"#
                )
                #expect(answer?.status == 201)
            }
            #expect(await friendly.stop() == .status(0))
            for number in 0..<Self.people where isSuspending {
                let outcome = try await Server.run("accounts", "suspend", Self.known(number), data: data)
                #expect(outcome.exit == .status(0), "\(outcome.errorText)")
            }
            try await PlantedPasskeys.plant(in: data)
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
                ], environment: environment)
            isInstrumented = try ProcessStatus(of: server.pid).isInstrumented
        }

        static func known(_ number: Int) -> String { "known-\(1_000 + number % people)@example.com" }
        static func unknown(_ number: Int) -> String { "other-\(1_000 + number % people)@example.com" }
        /// Nobody is asked for twice: they have an account then.
        static func fresh(_ number: Int, _ round: UInt64) -> String { "fresh-\(round)-\(1_000 + number)@example.com" }

        /// Asks again before it finds a difference: one that is there is found
        /// in each round, one that the machine's other work made is not.
        func expectSame(
            _ path: String, isOnceOnly: Bool = false, _ body: @escaping @Sendable (String) -> String
        ) async throws {
            for round in UInt64(1)...2 {
                let samples = try await ServerCost.sample(
                    server, path, count: samples, seed: round, known: { body(Self.known($0)) },
                    unknown: { body(isOnceOnly ? Self.fresh($0, round) : Self.unknown($0)) })
                #expect(samples.shown(isKnown: true) == samples.shown(isKnown: false), "\(path)")
                let (work, time) = (samples.work, samples.time)
                if abs(work.t) < EnumerationTests.limit && abs(time.t) < EnumerationTests.limit { return }
                print("\(path), round \(round): processor time \(work), time \(time)")
            }
            Issue.record("\(path): known and unknown addresses differ")
        }
    }
}
