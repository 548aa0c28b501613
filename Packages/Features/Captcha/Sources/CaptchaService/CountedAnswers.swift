import CaptchaServiceAPI
import CoreModels
import HTTPServingAPI
import TelemetryAPI

/// Counts what becomes of answers.
struct CountedAnswers: CaptchaVerifying {
    let verifying: any CaptchaVerifying
    let answers: any Counter

    func challenge(abuse: Int) async throws(CaptchaServiceError) -> String {
        try await verifying.challenge(abuse: abuse)
    }

    func accepts(_ answer: Secret, abuse: Int, from peer: IPAddress) async throws(CaptchaServiceError) -> Bool {
        do throws(CaptchaServiceError) {
            let holds = try await verifying.accepts(answer, abuse: abuse, from: peer)
            answers.increment(["result": holds ? "accepted" : "refused"])
            return holds
        } catch {
            answers.increment(["result": "unavailable"])
            throw error
        }
    }
}
