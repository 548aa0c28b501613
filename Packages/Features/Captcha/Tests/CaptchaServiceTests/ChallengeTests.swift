import CaptchaContract
import CaptchaService
import CaptchaServiceAPI
import FoundationEssentials
import HTTPServingAPI
import HTTPServingRouting
import HTTPServingTesting
import HTTPTypes
import KernelTesting
import SQLStoreAPI
import SQLStoreTesting
import ServerKeysTesting
import TelemetryAPI
import TelemetryTesting
import Testing

struct ChallengeTests {
    @Test(.requirement("CAPTCHA-04")) func anAnswerHoldsOnce() async throws {
        let server = try await CaptchaServer()
        let answer = try server.answer(to: try await server.verifying.challenge(abuse: 0))
        #expect(try await server.accepts(answer))
        #expect(try await !server.accepts(answer))
        #expect(server.metrics.value(of: "essentiald_captchas_total", ["result": "accepted"]) == 1)
        #expect(server.metrics.value(of: "essentiald_captchas_total", ["result": "refused"]) == 1)
    }

    @Test func ofManyAtOnceOneHolds() async throws {
        let server = try await CaptchaServer()
        let answer = try server.answer(to: try await server.verifying.challenge(abuse: 0))
        let accepted = try await withThrowingTaskGroup(of: Bool.self) { group in
            for _ in 0..<32 { group.addTask { try await server.accepts(answer) } }
            return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(accepted == 1)
    }

    @Test func aRestartOfTheServerMakesNoAnswerNew() async throws {
        let server = try await CaptchaServer()
        let answers = [
            try server.answer(to: try await server.verifying.challenge(abuse: 0)),
            try server.answer(to: try await server.verifying.challenge(abuse: 0)),
        ]
        #expect(try await server.accepts(answers[0]))
        try await server.store.reopen()
        let later = try await CaptchaServer(store: server.store, keys: server.keys, date: server.date)
        #expect(try await !later.accepts(answers[0]))
        #expect(try await later.accepts(answers[1]), "what was asked before still counts")
    }

    @Test(arguments: [(299.0, true), (300.0, false)])
    func aChallengeCanBeAnsweredForFiveMinutes(later: Double, holds: Bool) async throws {
        let server = try await CaptchaServer(date: ManualDate(Date(timeIntervalSince1970: 1_767_603_780)))
        let answer = try server.answer(to: try await server.verifying.challenge(abuse: 0))
        server.date.advance(by: .seconds(later))
        #expect(try await server.accepts(answer) == holds)
    }

    @Test func whatIsUsedIsForgottenWhenItIsOver() async throws {
        let server = try await CaptchaServer()
        for _ in 0..<3 {
            #expect(try await server.accepts(server.answer(to: server.verifying.challenge(abuse: 0))))
            server.date.advance(by: .seconds(200))
        }
        try await server.store.sweep(server.sweeps)
        let count = try await server.store.database.read { db in
            try db.value("SELECT count(*) FROM used_challenges", as: Int.self)
        }
        #expect(count == 1)
    }

    @Test func theTableComesWithThePlugin() async throws {
        #expect(try await CaptchaServer().migrations.map(\.id) == [UsedChallenges.migration.id])
    }

    @Test func anAnswerHasAtMost256Bytes() async throws {
        let server = try await CaptchaServer()
        let challenge = try await server.verifying.challenge(abuse: 0)
        for (length, holds) in [(257, false), (256, true)] {
            let zeros = String(repeating: "0", count: length - challenge.utf8.count - 11)
            let answer = try server.answer(to: challenge, numbers: 1_000_000_000...) { "\(challenge).\(zeros)\($0)" }
            #expect(answer.utf8.count == length)
            #expect(try await server.accepts(answer) == holds)
        }
    }

    @Test(arguments: ["16.9999999999.id", "16.9999999999.id.AAAA.more", "16.soon.id.AAAA", "16.9999999999.id.=="])
    func aChallengeOfAnotherShapeIsNobodys(rest: String) async throws {
        let server = try await CaptchaServer()
        #expect(try await !server.accepts(server.answer(to: "proof-of-work.\(rest)")))
    }

    @Test func theWorkGrowsWithAbuseToABound() async throws {
        let server = try await CaptchaServer()
        var bits: [Int?] = []
        for abuse in [-1, 0, 4, 5, 10, 30, 1_000] {
            bits.append(ProofOfWork.difficulty(of: try await server.verifying.challenge(abuse: abuse)))
        }
        #expect(bits == [16, 16, 16, 17, 18, 22, 22])
    }

    @Test func anEasierAnswerDoesNotHold() async throws {
        let server = try await CaptchaServer()
        let answer = try server.answer(to: try await server.verifying.challenge(abuse: 0))
        #expect(try await !server.accepts(answer, abuse: 5))
        #expect(try await server.accepts(answer), "which uses nothing up")
    }

    @Test func nobodyMakesChallengesOfTheirOwn() async throws {
        let server = try await CaptchaServer()
        let stranger = try await CaptchaServer(keys: InMemoryServerKeys(seed: 2))
        let challenge = try await server.verifying.challenge(abuse: 0)
        let answer = try server.answer(to: challenge)
        let easier = challenge.replacing("proof-of-work.16.", with: "proof-of-work.0.")
        let later = challenge.split(separator: ".").enumerated()
            .map { $0 == 2 ? "9999999999" : String($1) }.joined(separator: ".")
        let stretched = challenge.replacing(".", with: "..").replacing("proof-of-work..16..", with: "proof-of-work.16.")
        let forged = [
            try server.answer(to: stretched),
            "", ".", "solved", challenge, "\(easier).0", try server.answer(to: later),
            try server.answer(to: try await stranger.verifying.challenge(abuse: 0)),
            try server.answer(to: "proof-of-work.16.9999999999.id.AAAA"), answer + String(repeating: "0", count: 300),
        ]
        for text in forged { #expect(try await !server.accepts(text), "\(text)") }
        #expect(try await server.accepts(answer))
    }

    @Test func whereUseCannotBeRememberedNothingHolds() async throws {
        let server = try await CaptchaServer()
        let answer = try server.answer(to: try await server.verifying.challenge(abuse: 0))
        await server.store.close()
        await #expect(throws: CaptchaServiceError.self) { try await server.accepts(answer) }
        #expect(server.metrics.value(of: "essentiald_captchas_total", ["result": "unavailable"]) == 1)
    }

    @Test func anybodyMayAskForAChallenge() async throws {
        let server = try await CaptchaServer()
        let response = await server.router.respond(to: .sample(.get, "/auth/captcha"))
        #expect(response.status == .ok && response.fields[.cacheControl] == "no-store")
        let offer = try JSONDecoder().decode(ProofOfWork.Offer.self, from: try await response.collectBody())
        #expect(try await server.accepts(server.answer(to: offer.captcha)))
    }
}
