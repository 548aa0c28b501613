import CoreModels
import FoundationEssentials
import KernelTesting
import MailedProofsAPI
import MailedProofsServiceAPI
import SQLStoreAPI
import SQLStoreTesting
import Testing

struct RedeemingTests {
    @Test func eitherProvesAndThenBothAreUsed() async throws {
        let stage = try await ProofStage()
        let first = try await stage.send()
        #expect(try await stage.redeem(stage.code(first)) == .proved(stage.user, stage.email))
        #expect(try await stage.redeem(stage.code(first)) == .used)
        #expect(try await stage.redeem(.link(first.token, of: nil)) == .used)
        let ben = UserID(UUID()), second = try await stage.send(to: ben, at: EmailAddress("ben@example.com"))
        #expect(
            try await stage.redeem(.link(second.token, of: ben))
                == .proved(ben, try #require(EmailAddress("ben@example.com"))))
        #expect(try await stage.redeem(.code(second.code, of: ben)) == .used)
    }

    @Test(.requirement("D24")) func theAddressIsProvedAsItWasWritten() async throws {
        let stage = try await ProofStage()
        let email = try #require(EmailAddress("Ana.Maria@Example.com"))
        let proof = try await stage.send(at: email)
        guard case .proved(_, let proved) = try await stage.redeem(stage.code(proof)) else {
            Issue.record("it isn't proved")
            return
        }
        #expect(proved.description == "Ana.Maria@Example.com")
    }

    @Test(.requirement("VERIFY-07", "RECOV-11")) func ofSixtyFourAtOnceOneProves() async throws {
        let stage = try await ProofStage()
        let proof = try await stage.send()
        let outcomes = try await withThrowingTaskGroup(of: MailedProofOutcome.self) { group in
            for _ in 0..<64 { group.addTask { try await stage.redeem(.link(proof.token, of: nil)) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(outcomes.count { $0 == .proved(stage.user, stage.email) } == 1)
        #expect(outcomes.count { $0 == .used } == 63)
    }

    @Test func ofSixtyFourCodesAtOnceOneProvesAndFourAreUsed() async throws {
        let stage = try await ProofStage()
        let proof = try await stage.send()
        let outcomes = try await withThrowingTaskGroup(of: MailedProofOutcome.self) { group in
            for _ in 0..<64 { group.addTask { try await stage.redeem(stage.code(proof)) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(outcomes.count { $0 == .proved(stage.user, stage.email) } == 1)
        #expect(outcomes.count { $0 == .used } == 4 && outcomes.count { $0 == .unknown } == 59)
    }

    @Test func theSixthGuessIsRefusedEvenIfItIsRightAndTheLinkStillCounts() async throws {
        let stage = try await ProofStage()
        let proof = try await stage.send()
        for _ in 0..<5 { #expect(try await stage.redeem(stage.wrongCode(proof)) == .unknown) }
        #expect(try await stage.redeem(stage.code(proof)) == .unknown)
        #expect(try await stage.redeem(.link(proof.token, of: nil)) == .proved(stage.user, stage.email))
    }

    /// A clock that was wrong, and is right again, must not make a code last for
    /// as long as it was off.
    @Test func aProofFromTheFutureProvesNothing() async throws {
        let stage = try await ProofStage()
        let proof = try await stage.send()
        stage.date.advance(by: .seconds(-40 * 86_400))
        #expect(try await stage.redeem(.link(proof.token, of: nil)) == .expired)
        #expect(try await stage.redeem(stage.code(proof)) == .expired)
    }

    @Test func theFifthGuessCounts() async throws {
        let stage = try await ProofStage()
        let proof = try await stage.send()
        for _ in 0..<4 { _ = try await stage.redeem(stage.wrongCode(proof)) }
        #expect(try await stage.redeem(stage.code(proof)) == .proved(stage.user, stage.email))
    }

    @Test func codesAndLinksExpireAtTheExactSecond() async throws {
        let stage = try await ProofStage()
        let proof = try await stage.send()
        stage.date.advance(by: .milliseconds(600_000))
        #expect(try await stage.redeem(stage.code(proof)) == .expired)
        stage.date.advance(by: .milliseconds(1_199_999))
        #expect(try await stage.proofs.examine(proof.token, for: ProofStage.kind) == .proved(stage.user, stage.email))
        stage.date.advance(by: .milliseconds(1))
        #expect(try await stage.proofs.examine(proof.token, for: ProofStage.kind) == .expired)
        #expect(try await stage.redeem(.link(proof.token, of: nil)) == .expired)

        let ben = UserID(UUID()), late = try await stage.send(to: ben, at: EmailAddress("ben@example.com"))
        stage.date.advance(by: .milliseconds(599_999))
        #expect(try await stage.redeem(.code(late.code, of: ben)).name == "proved")
    }

    @Test func aProofOfOnePurposeIsWorthNothingForAnother() async throws {
        let stage = try await ProofStage()
        let proof = try await stage.send(), other = try await stage.send(ProofStage.other)
        #expect(try await stage.redeem(stage.code(proof), for: ProofStage.other) == .unknown)
        #expect(try await stage.redeem(.link(proof.token, of: nil), for: ProofStage.other) == .foreign)
        #expect(try await stage.proofs.examine(proof.token, for: ProofStage.other) == .foreign)
        #expect(try await stage.redeem(stage.code(proof)).name == "proved")
        #expect(try await stage.redeem(.link(other.token, of: nil), for: ProofStage.other).name == "proved")
    }

    @Test func aProofOfOnePersonIsWorthNothingToAnother() async throws {
        let stage = try await ProofStage(), eve = UserID(UUID())
        let proof = try await stage.send()
        try await stage.send(to: eve, at: EmailAddress("eve@example.com"))
        #expect(try await stage.redeem(.code(proof.code, of: eve)) == .unknown)
        #expect(try await stage.redeem(.link(proof.token, of: eve)) == .foreign)
        #expect(try await stage.redeem(.link(proof.token, of: stage.user)).name == "proved")
    }

    @Test(.requirement("VERIFY-06")) func anotherMessageEndsTheProofBefore() async throws {
        let stage = try await ProofStage()
        let old = try await stage.send()
        for _ in 0..<5 { _ = try await stage.redeem(stage.wrongCode(old)) }
        stage.date.advance(by: .seconds(60))
        let new = try await stage.send()
        #expect(try await stage.redeem(stage.code(old)) == .unknown)
        #expect(try await stage.redeem(.link(old.token, of: nil)) == .unknown)
        #expect(try await stage.redeem(stage.code(new)) == .proved(stage.user, stage.email))
    }

    @Test(.requirement("D2"), .enabled(if: TemporaryDatabase.isFile))
    func everyTryIsWrittenWhetherOrNotThereIsAProof() async throws {
        let stage = try await ProofStage()
        let proof = try await stage.send(), nobody = UserID(UUID())
        for number in 0..<12 {
            for presented in [try stage.wrongCode(proof), stage.code(proof), .code(proof.code, of: nobody)] {
                if number < 5, presented == stage.code(proof) { continue }
                let before = stage.store.database.changeMark
                #expect(try await stage.redeem(presented) == .unknown)
                #expect(stage.store.database.changeMark != before, "try \(number)")
            }
        }
    }

    @Test(.requirement("RECOV-19")) func whatIsVoidedProvesNothingAndWhatWasUsedTellsSo() async throws {
        let stage = try await ProofStage()
        let proof = try await stage.send(), other = try await stage.send(ProofStage.other)
        try await stage.store.database.write { db in
            try stage.proofs.void(ProofStage.kind, of: stage.user, in: db)
        }
        #expect(try await stage.redeem(.link(proof.token, of: nil)) == .unknown)
        #expect(try await stage.redeem(.link(other.token, of: nil), for: ProofStage.other).name == "proved")
        try await stage.store.database.write { db in
            try stage.proofs.void(ProofStage.other, of: stage.user, in: db)
        }
        #expect(try await stage.proofs.examine(other.token, for: ProofStage.other) == .used)
    }

    @Test func lookingUsesNothingUp() async throws {
        let stage = try await ProofStage()
        let proof = try await stage.send()
        for _ in 0..<20 { #expect(try await stage.proofs.examine(proof.token, for: ProofStage.kind).name == "proved") }
        #expect(try await stage.redeem(.link(proof.token, of: nil)).name == "proved")
        #expect(try await stage.proofs.examine(proof.token, for: ProofStage.kind) == .used)
    }

    @Test func aRestartInBetweenChangesNothing() async throws {
        let before = try await ProofStage()
        let proof = try await before.send()
        for _ in 0..<4 { _ = try await before.redeem(before.wrongCode(proof)) }
        let after = try await ProofStage(after: before)
        after.date.advance(by: .seconds(599))
        #expect(try await after.redeem(.code(proof.code, of: before.user)).name == "proved")
        #expect(try await ProofStage(after: after).redeem(.link(proof.token, of: nil)) == .used)
    }

    @Test func whatIsUndoneIsNotUsed() async throws {
        struct Failure: Error {}
        let stage = try await ProofStage()
        let proof = try await stage.send()
        await #expect(throws: Failure.self) {
            try await stage.store.database.write { db in
                _ = try stage.proofs.redeem(.link(proof.token, of: nil), for: ProofStage.kind, in: db)
                throw Failure()
            }
        }
        #expect(try await stage.redeem(.link(proof.token, of: nil)).name == "proved")
    }

    @Test func nobodyKnowsAProofThatWasNeverSent() async throws {
        let stage = try await ProofStage()
        let token = try #require(MailedToken(String(repeating: "A", count: 43)))
        let code = try #require(MailedCode("12345678"))
        for _ in 0..<3 {
            #expect(try await stage.redeem(.link(token, of: nil)) == .unknown)
            #expect(try await stage.redeem(.code(code, of: UserID(UUID()))) == .unknown)
        }
        try await stage.send()
        #expect(try await stage.proofs.examine(token, for: ProofStage.kind) == .unknown)
    }

    @Test(.enabled(if: TemporaryDatabase.isFile)) func theDatabaseHoldsNeitherCodeNorToken() async throws {
        let stage = try await ProofStage()
        let proof = try await stage.send()
        await stage.store.close()
        let content = try Data(contentsOf: URL(filePath: stage.store.path))
        #expect(content.firstRange(of: Data(proof.code.description.utf8)) == nil)
        #expect(content.firstRange(of: Data(proof.token.text.utf8)) == nil)
    }
}
