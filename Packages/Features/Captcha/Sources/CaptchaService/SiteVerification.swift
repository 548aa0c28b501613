import CaptchaServiceAPI
import CoreModels
import FoundationEssentials
import HTTPServingAPI
import HTTPTransportAPI
import HTTPTypes

/// A CAPTCHA of somebody else's: people answer in a browser, and the provider
/// says whether they did.
///
/// reCAPTCHA, hCaptcha and Turnstile are asked in the same way: a form with
/// `secret`, `response` and `remoteip` is answered with `success`. Each answer
/// holds once there as well.
struct SiteVerification: CaptchaMethod {
    let provider: CaptchaProvider
    let transport: any HTTPTransport

    func challenge(abuse: Int) async throws(CaptchaServiceError) -> String {
        "\(provider.name).\(provider.siteKey)"
    }

    func accepts(_ answer: Secret, abuse: Int, from peer: IPAddress) async throws(CaptchaServiceError) -> Bool {
        // None is longer by far; what is sent on is bounded.
        guard !answer.isEmpty, answer.count <= 8_192, let response = answer.withText({ $0 }) else { return false }
        let secret = provider.secret.withText { $0 } ?? ""
        let form = [("secret", secret), ("response", response), ("remoteip", "\(peer)")]
            .map { "\($0)=\(Self.encoded($1))" }.joined(separator: "&")
        let answer: HTTPResponse
        do throws(HTTPTransportError) {
            answer = try await transport.send(
                HTTPRequest(
                    method: .post, url: provider.address,
                    fields: [.contentType: "application/x-www-form-urlencoded"], body: .bytes(Data(form.utf8)),
                    limits: HTTPLimits(total: .seconds(10), maximumResponseBytes: 64 * 1024)))
        } catch {
            throw error == .cancelled ? .cancelled : .unavailable(reason: "\(provider.name): \(error.code)")
        }
        guard answer.status == .ok, let verdict = try? WireDecoder().decode(Verdict.self, from: answer.body) else {
            throw .unavailable(reason: "\(provider.name) answered \(answer.status.rawValue)")
        }
        return verdict.success
    }

    private struct Verdict: Decodable {
        let success: Bool
    }

    /// A value of `application/x-www-form-urlencoded`.
    private static func encoded(_ text: String) -> String {
        text.utf8.map { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."):
                String(UnicodeScalar(byte))
            default: "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }
        }.joined()
    }
}
