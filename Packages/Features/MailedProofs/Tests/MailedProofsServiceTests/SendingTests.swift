import CoreModels
import FoundationEssentials
import KernelTesting
import MailAPI
import MailTesting
import MailedProofsAPI
import MailedProofsService
import MailedProofsServiceAPI
import SQLStoreAPI
import SQLStoreTesting
import Testing

struct SendingTests {
    @Test func aMessageAMinuteAndFiveAnHour() async throws {
        let stage = try await ProofStage()
        try await stage.send()
        stage.date.advance(by: .milliseconds(59_999))
        try await stage.send()
        #expect(stage.mail.messages.count == 1)
        stage.date.advance(by: .milliseconds(1))
        try await stage.send()
        #expect(stage.mail.messages.count == 2)
        for _ in 0..<8 {
            stage.date.advance(by: .seconds(60))
            try await stage.send()
        }
        #expect(stage.mail.messages.count == 5)
        stage.date.advance(by: .seconds(3_600))
        try await stage.send()
        #expect(stage.mail.messages.count == 6)
    }

    private func ask(_ asker: UserID, _ stage: ProofStage, asNotice: Bool) async throws -> Bool {
        let message = MailMessage(recipient: stage.email, subject: "", text: "")
        return try await stage.store.database.write { db in
            if asNotice { return try stage.proofs.send(notice: "word", message, askedBy: asker, in: db) }
            return try stage.proofs.send(ProofStage.kind, to: stage.email, of: asker, askedBy: asker, in: db) { _ in
                message
            }
        }
    }

    /// The same for both, since which of them an address gets depends on whose it is.
    @Test(.requirement("DATA-02", "D2", "RATE-03"), arguments: [true, false])
    func whoNamesAnAddressKeepsNobodyElseFromIt(asNotice: Bool) async throws {
        let stage = try await ProofStage(), eve = UserID(UUID()), ana = UserID(UUID())
        var outcomes: [Bool] = []
        for _ in 0..<7 {
            outcomes.append(try await ask(eve, stage, asNotice: asNotice))
            stage.date.advance(by: .seconds(60))
        }
        #expect(outcomes == [true, true, true, true, true, false, false])
        #expect(try await ask(ana, stage, asNotice: asNotice))
        #expect(try await !ask(ana, stage, asNotice: asNotice), "one a minute")
        stage.date.advance(by: .seconds(60))
        #expect(try await ask(ana, stage, asNotice: asNotice))
        // Many of a stranger's accounts flood nobody, and leave a place for who had nothing.
        for _ in 0..<9 { #expect(try await ask(UserID(UUID()), stage, asNotice: asNotice)) }
        stage.date.advance(by: .seconds(60))
        #expect(try await !ask(ana, stage, asNotice: asNotice), "what is left is for others")
        for number in 0..<6 { #expect(try await ask(UserID(UUID()), stage, asNotice: asNotice) == (number < 4)) }
        #expect(stage.mail.messages.count == 20)
        stage.date.advance(by: .seconds(3_600))
        #expect(try await ask(eve, stage, asNotice: asNotice))
    }

    @Test func theProofBeforeStandsWhenNothingIsSent() async throws {
        let stage = try await ProofStage()
        let proof = try await stage.send()
        let unsent = try await stage.send()
        #expect(try await stage.redeem(stage.code(unsent)) == .unknown)
        #expect(try await stage.redeem(stage.code(proof)).name == "proved")
    }

    @Test(.requirement("D2")) func aDecoyDoesTheWorkAndLeavesNothing() async throws {
        let stage = try await ProofStage()
        for _ in 0..<3 {
            let isSent = try await stage.store.database.write { db in
                try stage.proofs.send(ProofStage.kind, to: stage.email, of: nil, in: db) { proof in
                    MailMessage(recipient: stage.email, subject: "\(proof.code)", text: proof.token.text)
                }
            }
            #expect(!isSent)
        }
        #expect(stage.mail.messages.isEmpty && stage.mail.rehearsals.count == 3)
        let rows = try await stage.store.database.read { db in
            try db.value("SELECT COUNT(*) FROM mailed_proofs WHERE link_digest IS NOT NULL", as: Int.self)
        }
        #expect(rows == 0)
        try await stage.send()
        #expect(stage.mail.messages.count == 1, "decoys take nothing from the allowance")
    }

    @Test(.requirement("D2"), .enabled(if: TemporaryDatabase.isFile))
    func whoeverAsksHowOftenSomethingIsWritten() async throws {
        let stage = try await ProofStage()
        for user in [stage.user, nil] {
            for number in 0..<8 {
                let before = stage.store.database.changeMark
                try await stage.store.database.write { db in
                    _ = try stage.proofs.send(ProofStage.kind, to: stage.email, of: user, in: db) { _ in
                        MailMessage(recipient: stage.email, subject: "", text: "")
                    }
                    _ = try stage.proofs.send(
                        notice: "word", MailMessage(recipient: stage.email, subject: "", text: ""), in: db)
                }
                #expect(stage.store.database.changeMark != before, "\(number)")
            }
        }
    }

    @Test func kindsHaveTheirOwnAllowance() async throws {
        let stage = try await ProofStage()
        try await stage.send()
        try await stage.send(ProofStage.other)
        let message = MailMessage(recipient: stage.email, subject: "Word", text: "word")
        for _ in 0..<3 {
            try await stage.store.database.write { db in _ = try stage.proofs.send(notice: "word", message, in: db) }
        }
        #expect(stage.mail.messages.count == 3 && stage.mail.rehearsals.count == 2)
    }

    @Test func nothingIsSentWhereNothingCanArrive() async throws {
        let stage = try await ProofStage()
        let nowhere = try #require(EmailAddress("demo@demo.invalid"))
        try await stage.send(at: nowhere)
        let message = MailMessage(recipient: nowhere, subject: "Word", text: "word")
        try await stage.store.database.write { db in _ = try stage.proofs.send(notice: "word", message, in: db) }
        #expect(stage.mail.messages.isEmpty && stage.mail.rehearsals.count == 2)
    }

    /// What is noted limits nobody any more before it is swept, and is swept when it
    /// can't any more.
    @Test func whatCountsNoMoreIsForgotten() async throws {
        let stage = try await ProofStage()
        func rows(after time: Duration) async throws -> Int? {
            stage.date.advance(by: time)
            try await stage.store.sweep([MailAllowance.sweep(stage.date.now)])
            return try await stage.store.database.read { db in try db.value("SELECT COUNT(*) FROM mailed_messages") }
        }
        try await stage.send()
        #expect(try await rows(after: .milliseconds(3_599_999)) == 1)
        #expect(try await rows(after: .milliseconds(1)) == 0)
        try await stage.send()
        #expect(try await rows(after: .seconds(-60)) == 1, "the clocks of two servers differ")
        #expect(try await rows(after: .milliseconds(-1)) == 0, "it would count when its time comes")
    }

    @Test func aClockThatWasSetBackSilencesNobody() async throws {
        let stage = try await ProofStage()
        try await stage.send()
        stage.date.advance(by: .seconds(-86_400))
        try await stage.send()
        #expect(stage.mail.messages.count == 2)
    }

    @Test func proofsDiffer() async throws {
        let stage = try await ProofStage()
        for number in 0..<20 {
            try await stage.send(to: UserID(UUID()), at: EmailAddress("person\(number)@example.com"))
        }
        #expect(Set(stage.mail.messages.map(\.subject)).count == 20)
        #expect(Set(stage.mail.messages.map(\.text)).count == 20)
    }
}
