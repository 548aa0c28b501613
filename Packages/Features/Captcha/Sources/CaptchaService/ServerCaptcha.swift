import CaptchaServiceAPI
import CoreModels
import HTTPServingAPI
import TelemetryAPI

/// One way to tell people from machines.
protocol CaptchaMethod: Sendable {
    /// As ``CaptchaVerifying/challenge(abuse:)``.
    func challenge(abuse: Int) async throws(CaptchaServiceError) -> String
    /// As ``CaptchaVerifying/accepts(_:abuse:from:)``.
    func accepts(_ answer: Secret, abuse: Int, from peer: IPAddress) async throws(CaptchaServiceError) -> Bool
}

/// The CAPTCHA of the server: its method, and who wants it; what becomes of answers is
/// counted.
struct ServerCaptcha: CaptchaVerifying {
    let method: any CaptchaMethod
    let demands: @Sendable () -> [any CaptchaDemanding]
    let answers: any Counter

    func demand(from peer: IPAddress) -> Int? {
        demands().compactMap { $0.demand(from: peer) }.max()
    }

    func challenge(abuse: Int) async throws(CaptchaServiceError) -> String {
        try await method.challenge(abuse: abuse)
    }

    func accepts(_ answer: Secret, abuse: Int, from peer: IPAddress) async throws(CaptchaServiceError) -> Bool {
        do throws(CaptchaServiceError) {
            let holds = try await method.accepts(answer, abuse: abuse, from: peer)
            answers.increment(["result": holds ? "accepted" : "refused"])
            return holds
        } catch {
            answers.increment(["result": "unavailable"])
            throw error
        }
    }
}
