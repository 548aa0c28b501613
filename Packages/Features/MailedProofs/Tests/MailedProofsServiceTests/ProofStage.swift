import CoreModels
import CryptographyAPI
import CryptographyTesting
import FoundationEssentials
import KernelTesting
import MailAPI
import MailTesting
import MailedProofsAPI
import MailedProofsService
import MailedProofsServiceAPI
import PluginKit
import SQLStoreAPI
import SQLStoreTesting
import SecurityMetricsServiceAPI
import SecurityMetricsServiceTesting
import ServerKeysAPI
import ServerKeysTesting
import Testing

/// Real proofs over a real database; the mail goes to a spy.
struct ProofStage {
    static let kind = MailedProofKind(
        "greeting", codeKey: ServerKeyPurpose("greeting.codes.1"), linkLifetime: .seconds(1_800),
        codeLifetime: .seconds(600))
    static let other = MailedProofKind(
        "farewell", codeKey: ServerKeyPurpose("farewell.codes.1"), linkLifetime: .seconds(1_800),
        codeLifetime: .seconds(600))

    let store: TemporaryDatabase
    let keys: InMemoryServerKeys
    let mail = MailSpy()
    let date = ManualDate()
    let trail = AuditSpy()
    let proofs: any MailedProving
    let user = UserID(UUID())
    let email: EmailAddress

    /// - Parameter before: A server before this one, over the same database.
    init(after before: ProofStage? = nil) async throws {
        if let before {
            store = before.store
            keys = before.keys
        } else {
            store = try await TemporaryDatabase(ProofTable.migrations)
            keys = try InMemoryServerKeys()
        }
        email = try #require(EmailAddress("ana@example.com"))
        let assembly = MailedProofsServicePlugin.assemble(
            .init(
                database: store.database, cryptography: try Cryptography.real(), serverKeys: keys, mail: mail,
                kinds: { [Self.kind, Self.other] }, audit: { [trail] in [trail] }, now: date.now))
        for service in assembly.services { try await service.start() }
        proofs = assembly.exports.proofs
    }

    /// What was sent, or would have been.
    @discardableResult
    func send(
        _ kind: MailedProofKind = kind, to user: UserID? = nil, at email: EmailAddress? = nil
    ) async throws -> IssuedProof {
        let issued = LastProof()
        let (user, email) = (user ?? self.user, email ?? self.email)
        try await store.database.write { db in
            _ = try proofs.send(kind, to: email, of: user, in: db) { proof in
                issued.keep(proof)
                return MailMessage(recipient: email, subject: "\(proof.code)", text: proof.token.text)
            }
        }
        return try #require(issued.proof)
    }

    func redeem(_ proof: PresentedProof, for kind: MailedProofKind = kind) async throws -> MailedProofOutcome {
        try await store.database.write { db in try proofs.redeem(proof, for: kind, in: db) }
    }

    func code(_ proof: IssuedProof) -> PresentedProof { .code(proof.code, of: user) }

    func wrongCode(_ proof: IssuedProof) throws -> PresentedProof {
        let text = proof.code.description
        return .code(try #require(MailedCode((text.first == "0" ? "1" : "0") + text.dropFirst())), of: user)
    }
}
