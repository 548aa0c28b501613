import CoreModels
import CryptographyAPI
import CryptographyTesting
import FoundationEssentials
import KernelTesting
import SecondFactorService
import Testing

struct TimedCodeTests {
    /// RFC 6238, appendix B, for SHA-1.
    @Test(
        .requirement("MFA-01"),
        arguments: [
            (59, "94287082"), (1_111_111_109, "07081804"), (1_111_111_111, "14050471"), (1_234_567_890, "89005924"),
            (2_000_000_000, "69279037"), (20_000_000_000, "65353130"),
        ])
    func agreesWithTheStandard(seconds: TimeInterval, code: String) throws {
        let cryptography = try Cryptography.real()
        let key = try cryptography.keys.makeKey(copying: Secret("12345678901234567890"))
        let step = TimedCode.step(at: Date(timeIntervalSince1970: seconds))
        let hash = try cryptography.authentication.oneTimeCode(for: TimedCode.message(of: step), using: key)
        #expect(TimedCode.code(from: hash, digits: 8) == code)
        #expect(TimedCode.code(from: hash) == code.suffix(6))
    }

    @Test(.requirement("MFA-01")) func oneStepIsTolerated() {
        let date = Date(timeIntervalSince1970: 3_000)
        #expect(TimedCode.steps(at: date, after: 0) == [100, 99, 101])
        #expect(TimedCode.steps(at: date, after: 99) == [100, 101])
        #expect(TimedCode.steps(at: date, after: 101).isEmpty)
    }

    @Test func readsWhatPeopleType() {
        func kind(_ text: String) -> String? {
            switch TypedCode(Secret(text)) {
            case .timed(let code): "timed " + code.withText { $0 ?? "" }
            case .recovery(let code): "recovery " + code.withText { $0 ?? "" }
            case nil: nil
            }
        }
        #expect(kind("287082") == "timed 287082" && kind(" 287 082 ") == "timed 287082")
        #expect(kind("k7qpa-2mxhw") == "recovery K7QPA2MXHW" && kind("K7QPA2MXHW") == "recovery K7QPA2MXHW")
        for wrong in ["", "28708", "2870822", "28708a", "K7QPA-2MXH", String(repeating: " ", count: 65)] {
            #expect(kind(wrong) == nil, "\(wrong)")
        }
    }
}
