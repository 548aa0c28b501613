import CoreModels
import FoundationEssentials
import KernelTesting
import LoginContract
import Testing

struct CaptchaContractTests {
    @Test(.requirement("CAPTCHA-03")) func theAnswerReadsAsAlways() throws {
        let credentials = LoginContract.Credentials(
            email: "ada@example.com", password: Secret("four green tea pots"), device: nil, captcha: Secret("solved"))
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let json = String(decoding: try encoder.encode(credentials), as: UTF8.self)
        #expect(json == #"{"captcha":"solved","email":"ada@example.com","password":"four green tea pots"}"#)
    }

    @Test func theChallengeReadsAsAlways() throws {
        let data = Data(#"{"captcha":"proof-of-work.16.1.id.code","code":"captcha_required"}"#.utf8)
        #expect(
            try JSONDecoder().decode(LoginContract.CaptchaRequired.self, from: data).captcha
                == "proof-of-work.16.1.id.code")
    }
}
