import CaptchaContract
import KernelTesting
import Testing

struct ProofOfWorkTests {
    @Test(arguments: [
        ([0x00, 0x00, 0xFF], 16, true), ([0x00, 0x01, 0xFF], 15, true), ([0x00, 0x01, 0xFF], 16, false),
        ([0x80], 0, true), ([0x80], 1, false), ([], 0, true), ([0x00], 9, false),
    ]) func zeroBitsAreCountedFromTheFront(digest: [UInt8], difficulty: Int, holds: Bool) {
        #expect(ProofOfWork.holds(digest, difficulty: difficulty) == holds)
    }

    @Test func aChallengeSaysHowHardItIs() {
        #expect(ProofOfWork.difficulty(of: "proof-of-work.18.1767603780.abc.def") == 18)
        for text in ["", "proof-of-work", "proof-of-work.x.y", "hcaptcha.18.x", "proof-of-work..1"] {
            #expect(ProofOfWork.difficulty(of: text) == nil, "\(text)")
        }
    }

    @Test func anAnswerIsAChallengeAndANumber() {
        let parts = ProofOfWork.parts(of: "proof-of-work.18.1.a.b.4711")
        #expect(parts?.challenge == "proof-of-work.18.1.a.b" && parts?.number == 4_711)
        for text in ["", ".", "4711", "a.", "a.-1", "a.x", "a.99999999999999999999"] {
            #expect(ProofOfWork.parts(of: text) == nil, "\(text)")
        }
    }
}
