import CaptchaAPI
import CaptchaClient
import CaptchaContract
import CoreModels
import CryptographyAPI
import CryptographyTesting
import FoundationEssentials
import KernelTesting
import Localization
import Locking
import PluginKit
import Testing

struct SolvingTests {
    private func solver() throws -> any CaptchaSolving {
        CaptchaClientPlugin.assemble(.init(hashing: try Cryptography.real().hashing)).exports.solving
    }

    @Test(.requirement("CAPTCHA-02"), arguments: [0, 1, 8, 12]) func theAnswerHasTheBits(difficulty: Int) async throws {
        let challenge = CaptchaChallenge("proof-of-work.\(difficulty).1767603780.id.code")
        let heard = Locked<[Double]>([])
        let answer = try await solver().solve(challenge) { progress in heard.withLock { $0.append(progress) } }
        let text = answer.withText { $0 ?? "" }
        #expect(ProofOfWork.parts(of: text)?.challenge == challenge.text)
        let digest = try Cryptography.real().hashing.sha256(Data(text.utf8))
        #expect(ProofOfWork.holds(digest, difficulty: difficulty))
        let progress = heard.current
        #expect(progress.first == 0 && progress == progress.sorted() && progress.allSatisfy { (0...1).contains($0) })
    }

    @Test func itCanBeCancelled() async throws {
        let (begun, continuation) = AsyncStream.makeStream(of: Void.self)
        let solver = try solver()
        let challenge = CaptchaChallenge("proof-of-work.\(ProofOfWork.hardest).1.id.code")
        let work = Task { () async -> CaptchaError? in
            do throws(CaptchaError) {
                _ = try await solver.solve(challenge) { _ in continuation.yield() }
                return nil
            } catch {
                return error
            }
        }
        for await _ in begun { break }
        work.cancel()
        #expect(await work.value == .cancelled)
    }

    @Test(arguments: [
        ("hcaptcha.10000000-ffff", CaptchaError.unsupported(kind: "hcaptcha")), ("", .unsupported(kind: "")),
        ("proof-of-work.23.1.id.code", .tooHard), ("proof-of-work.many.1.id.code", .malformed),
        ("proof-of-work.-1.1.id.code", .malformed), ("proof-of-work", .malformed),
    ]) func whatItCannotSolveIsSaid(text: String, error: CaptchaError) async throws {
        let solver = try solver()
        await #expect(throws: error) { try await solver.solve(CaptchaChallenge(text)) { _ in } }
        #expect(!error.text.english.isEmpty && !error.text.spanish.isEmpty)
    }
}
