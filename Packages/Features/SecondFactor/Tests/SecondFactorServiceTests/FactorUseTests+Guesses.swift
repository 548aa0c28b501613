import AccountsServiceAPI
import AccountsServiceTesting
import CoreModels
import FoundationEssentials
import KernelTesting
import LoginServiceAPI
import RateLimitingTesting
import SQLStoreAPI
import SecondFactorService
import SessionsServiceAPI
import Testing

extension FirstStep {
    static let password = FirstStep.login(.password, from: nil)
    static let google = FirstStep.login(.provider, from: SessionOrigin(way: "google"))
    static let apple = FirstStep.login(.provider, from: SessionOrigin(way: "apple"))
    /// The ways of somebody who has a password and two providers.
    static let all: [FirstStep] = [.password, .google, .apple, .session]
}

/// Codes that are wrong.
extension FactorUseTests {
    /// How many wrong codes are looked at after a first step, at two servers by turns, until there
    /// is a lock.
    private func guess(after step: FirstStep, at servers: [FactorUseTests]) async throws -> Int {
        for count in 0..<5_000 {
            let checker = servers[count % servers.count].checker
            let check = try await checker.check(Secret("000000"), of: user, after: step) { _ in () }
            if case .locked = check { return count }
        }
        return -1
    }

    /// Whether a right code gets in.
    private func gets(in code: String, after step: FirstStep) async throws -> Bool {
        let check = try await checker.check(Secret(code), of: user, after: step) { [accounts] use -> Bool? in
            try await accounts.database.write { db in try use.use(db) } ? true : nil
        }
        if case .done = check { return true }
        return false
    }

    @Test(.requirement("MFA-04", "D6"), arguments: FirstStep.all)
    func whoeverHasOneWayUsesUpTheTriesOfThatWayAlone(stolen: FirstStep) async throws {
        let codes = try await turnOn().codes, other = try await FactorUseTests(beside: self)
        #expect(try await guess(after: stolen, at: [self, other]) == 1_000)
        for (way, code) in zip(FirstStep.all, codes) {
            #expect(try await gets(in: code, after: way) == (way != stolen), "\(way)")
        }
        // What the owner does by another way gives the thief no further try.
        #expect(try await guess(after: stolen, at: [other, self]) == 0)
    }

    @Test(.requirement("MFA-04", "D6")) func whoeverHasAllWaysHasTheTriesOfEachAndNoMore() async throws {
        _ = try await turnOn()
        let other = try await FactorUseTests(beside: self)
        var tries = 0
        for _ in 0..<2 {
            for step in FirstStep.all + [.login(.waited, from: nil)] {
                tries += try await guess(after: step, at: [self, other])
            }
        }
        #expect(tries == 4 * 1_000)
    }
}
