import CaptchaAPI
import CaptchaContract
import CoreModels
import CryptographyAPI
import FoundationEssentials

/// Searches the number that answers a challenge.
struct ProofOfWorkSolver: CaptchaSolving {
    let hashing: any Hashing

    /// After how many tries it looks up, tells and lets others have the thread;
    /// a power of two.
    private static let stretch: UInt64 = 1_024

    @concurrent func solve(
        _ challenge: CaptchaChallenge, progress: @escaping @Sendable (Double) -> Void
    ) async throws(CaptchaError) -> Secret {
        guard challenge.kind == ProofOfWork.kind else { throw .unsupported(kind: challenge.kind) }
        guard let difficulty = ProofOfWork.difficulty(of: challenge.text), difficulty >= 0 else { throw .malformed }
        guard difficulty <= ProofOfWork.hardest else { throw .tooHard }
        let beginning = Data((challenge.text + ".").utf8)
        // How likely it is that no number of a stretch is one: that of a single
        // number, squared for each doubling.
        let failure = (0..<Self.stretch.trailingZeroBitCount).reduce(1 - 1 / Double(1 << difficulty)) { odds, _ in
            odds * odds
        }
        var first: UInt64 = 0, odds = 1.0
        while !Task.isCancelled {
            progress(1 - odds)
            for number in first..<(first + Self.stretch) {
                if try isAnswer(beginning, number, difficulty) { return Secret("\(challenge.text).\(number)") }
            }
            first += Self.stretch
            odds *= failure
            await Task.yield()
        }
        throw .cancelled
    }

    private func isAnswer(_ beginning: Data, _ number: UInt64, _ difficulty: Int) throws(CaptchaError) -> Bool {
        do throws(CryptographyError) {
            return ProofOfWork.holds(
                try hashing.sha256(beginning + Data(String(number).utf8)), difficulty: difficulty)
        } catch {
            throw .malformed
        }
    }
}
