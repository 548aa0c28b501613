import CoreModels
import FoundationEssentials
import KernelTesting
import MailAPI
import MailedProofsAPI
import MailedProofsServiceAPI
import PluginKit
import SQLStoreAPI
import SQLStoreTesting
import SecurityMetricsServiceAPI
import SecurityMetricsServiceTesting
import Testing

/// What the audit trail has of links and codes.
struct ProofTrailTests {
    @Test(.requirement("METRIC-01")) func whatIsAskedForUsedAndWrongIsTold() async throws {
        let stage = try await ProofStage(), proof = try await stage.send()
        _ = try await stage.redeem(stage.wrongCode(proof))
        _ = try await stage.redeem(stage.code(proof), for: ProofStage.other)
        _ = try await stage.redeem(stage.code(proof))
        _ = try await stage.redeem(.link(proof.token, of: nil))
        #expect(
            stage.trail.lines == [
                "mailed-proof.asked done greeting", "mailed-proof.refused refused greeting unknown",
                "mailed-proof.refused refused farewell unknown", "mailed-proof.used done greeting",
                "mailed-proof.refused refused greeting used",
            ])
        #expect(stage.trail.events.map { $0.account == stage.user } == [true, true, false, true, true])
        let secrets = ["\(proof.code)", proof.token.text, "ana@example.com"]
        #expect(!stage.trail.lines.contains { line in secrets.contains { line.contains($0) } })
    }

    /// What nobody gets is told as well, once for each that is asked for; a code for nobody names
    /// nobody.
    @Test(.requirement("AUDIT-07", "D2")) func unknownAddressesLeaveAsMuch() async throws {
        let stage = try await ProofStage()
        let nobody = try #require(EmailAddress("nobody@example.com"))
        try await stage.store.database.write { db in
            for (user, email) in [(stage.user, stage.email), (nil, nobody), (stage.user, stage.email)] {
                try stage.proofs.send(ProofStage.kind, to: email, of: user, in: db) { _ in
                    MailMessage(recipient: email, subject: "hello", text: "hello")
                }
            }
            let message = MailMessage(recipient: nobody, subject: "hello", text: "hello")
            try stage.proofs.send(notice: "somebody-tried", message, askedBy: stage.user, in: db)
        }
        let code = try #require(MailedCode("12345678"))
        _ = try await stage.redeem(.code(code, of: UserID(UUID())))
        #expect(
            stage.trail.lines == [
                "mailed-proof.asked done greeting", "mailed-proof.asked refused greeting",
                "mailed-proof.asked refused greeting", "mailed-proof.asked refused somebody-tried",
                "mailed-proof.refused refused greeting unknown",
            ])
        #expect(stage.trail.events.map { $0.account == nil } == [false, true, false, false, true])
    }

    /// What is undone isn't told.
    @Test(.requirement("AUDIT-01")) func anEventGoesWithItsTransaction() async throws {
        let stage = try await ProofStage(), proof = try await stage.send()
        struct Undone: Error {}
        await #expect(throws: Undone.self) {
            try await stage.store.database.write { db in
                _ = try stage.proofs.redeem(stage.code(proof), for: ProofStage.kind, in: db)
                throw Undone()
            }
        }
        #expect(stage.trail.lines == ["mailed-proof.asked done greeting"])
    }
}
