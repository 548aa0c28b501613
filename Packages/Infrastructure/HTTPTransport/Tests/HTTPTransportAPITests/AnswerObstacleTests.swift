import FoundationEssentials
import HTTPTransportAPI
import HTTPTypes
import KernelTesting
import Localization
import Presenting
import Testing

/// What an answer means that isn't about what was asked.
struct AnswerObstacleTests {
    private func answer(
        _ status: HTTPStatus, code: String? = nil, challenge: String? = nil, fields: HTTPFields = [:]
    ) -> ServerAnswer {
        var fields = fields
        if let challenge { fields[.wwwAuthenticate] = challenge }
        guard let code else { return ServerAnswer(HTTPResponse(status: status, fields: fields)) }
        fields[.contentType] = "application/problem+json"
        let body = Data(#"{"code":"\#(code)","title":"No.","detail":"Not now."}"#.utf8)
        return ServerAnswer(HTTPResponse(status: status, fields: fields, body: body))
    }

    /// Where there is more to say, that is said.
    @Test(.requirement("OFFLINE-01"), arguments: 100...599)
    func aServerThatFailedSaidNothingAboutWhatWasAsked(status: Int) {
        let answer = answer(HTTPStatus(rawValue: status), code: "internal_error"), text = answer.fault
        #expect((text != nil) == (status >= 500 && answer.obstacle == nil))
        #expect(text.map { $0.english.contains("HTTP \(status)") && $0.spanish.contains("HTTP \(status)") } != false)
    }

    @Test(
        .requirement("D17"),
        arguments: [
            "authentication_required", "invalid_token", "token_expired", "session_ended", "dpop_key_mismatch",
            "dpop_proof_required",
        ])
    func theServerAsksForASessionInItsOwnWords(code: String) {
        for challenge in [nil, "Bearer", "DPoP realm=\"essential\", algs=\"ES256\""] {
            let answer = answer(.unauthorized, code: code, challenge: challenge)
            guard case .session(code, let text)? = answer.refusal else {
                Issue.record("\(String(describing: answer.refusal))")
                continue
            }
            #expect(text.english == "No. Not now.")
            #expect(answer.obstacle == nil)
        }
    }

    @Test(
        .requirement("D17"),
        arguments: [nil, "Basic realm=\"proxy\"", "Bearer realm=\"proxy\"", "Negotiate", "DPoP algs=\"ES256\""])
    func aChallengeAloneIsNoWordOfTheServer(challenge: String?) {
        let answer = answer(.unauthorized, challenge: challenge)
        #expect(answer.refusal == .foreign)
        #expect(answer.obstacle?.cause == .foreign)
        #expect(answer.obstacle?.text.spanish.contains("HTTP 401") == true)
    }

    /// What is in the way is said beside “it waits”, too.
    @Test(.requirement("OFFLINE-03"), arguments: [nil, "30"]) func nobodyIsToldToTryAgain(patience: String?) {
        var fields = HTTPFields()
        fields["Retry-After"] = patience
        for obstacle in [answer(.serviceUnavailable, fields: fields).obstacle, answer(.unauthorized).obstacle] {
            #expect(obstacle?.text.english.lowercased().contains("try again") == false)
            #expect(obstacle?.text.spanish.lowercased().contains("intent") == false)
        }
    }

    @Test(.requirement("D17")) func norIsAProblemOfAnUnknownCode() {
        #expect(answer(.unauthorized, code: "of_another_server", challenge: "Bearer").refusal == .foreign)
        #expect(answer(.unauthorized, code: "of_another_server").obstacle?.cause == .foreign)
    }

    @Test func aRefusedProofSaysNothingAboutTheSession() {
        let answer = answer(.unauthorized, code: "replay_detected", challenge: "DPoP error=\"invalid_dpop_proof\"")
        guard case .proof("replay_detected", _)? = answer.refusal else {
            Issue.record("\(String(describing: answer.refusal))")
            return
        }
        #expect(answer.obstacle == nil)
    }

    @Test(arguments: [(404, "not_found"), (405, "method_not_allowed")])
    func aServerWithoutTheRouteSaysSoForGood(status: Int, code: String) {
        let answer = answer(HTTPStatus(rawValue: status), code: code)
        guard case .route(let obstacle)? = answer.refusal else {
            Issue.record("\(String(describing: answer.refusal))")
            return
        }
        #expect(obstacle.isFinal && obstacle.code == "not_offered" && answer.obstacle == nil)
        #expect(obstacle.text.english.contains("HTTP \(status)") && obstacle.text.spanish.contains("HTTP \(status)"))
    }

    @Test func whatIsMissingOfAFeatureIsTheFeaturesOwn() {
        #expect(answer(.notFound, code: "image_not_found").refusal == nil)
        #expect(answer(.notFound).refusal == nil, "nor is a page of somebody else")
    }

    @Test(arguments: [408, 429, 502, 503, 504, 507])
    func aServerWithoutTimeSaysHowLong(status: Int) {
        let status = HTTPStatus(rawValue: status)
        for code in [nil, "unavailable"] {
            let told = answer(status, code: code, fields: [.retryAfter: "30"]).obstacle
            #expect(told?.cause == .busy && told?.retryAfter == .seconds(30))
            #expect(told?.text.english.contains("30 s") == true && told?.text.spanish.contains("30 s") == true)
            #expect(answer(status, code: code).obstacle?.retryAfter == nil)
        }
    }

    @Test(arguments: [nil, "30"]) func aServerWhoseDiskIsFullSaysSo(patience: String?) {
        var fields = HTTPFields()
        fields["Retry-After"] = patience
        let text = answer(.insufficientStorage, code: "storage_full", fields: fields).obstacle?.text
        #expect(text?.english.hasPrefix("The server's disk is full (HTTP 507)") == true)
        #expect(text?.spanish.hasPrefix("El disco del servidor está lleno (HTTP 507)") == true)
        #expect(text?.english.contains("has no time") == false)
        #expect(text?.english.hasSuffix(patience == nil ? "Give it some minutes." : "Give it 30 s.") == true)
        #expect(answer(.serviceUnavailable).obstacle?.text.english.contains("disk") == false)
    }

    @Test(arguments: [301, 302, 307, 400, 403, 404, 407, 451, 511])
    func whatSaysNoReasonIsntTheServer(status: Int) {
        #expect(answer(HTTPStatus(rawValue: status)).obstacle?.cause == .foreign)
    }

    @Test(arguments: [400, 403, 404, 409, 422, 500])
    func whatSaysAReasonIs(status: Int) {
        #expect(answer(HTTPStatus(rawValue: status), code: "forbidden").obstacle == nil)
    }

    @Test func theSignInPageOfANetworkIsntTheServer() {
        #expect(answer(.ok, fields: [.contentType: "text/html; charset=utf-8"]).obstacle?.cause == .foreign)
        #expect(answer(.ok, fields: [.contentType: "application/json"]).obstacle == nil)
        #expect(answer(.noContent).obstacle == nil)
    }
}
