import CaptchaAPI
import CoreModels
import PasswordRecoveryAPI
import PasswordRecoveryClient
import PluginKit

extension ClientReplay {
    private var recovery: any PasswordRecovering {
        PasswordRecoveryClientPlugin.assemble(.init(server: server)).exports.recovery
    }

    func requestReset() async -> [String: JSON] {
        do throws(PasswordRecoveryError) {
            try await recovery.requestReset(
                email: sent("email", "ana@example.com"),
                captcha: fixture.request.body?.text("captcha").map { Secret($0) })
            return told("sent")
        } catch {
            return error.told
        }
    }

    func resetPassword() async -> [String: JSON] {
        let body = fixture.request.body
        do throws(PasswordRecoveryError) {
            try await recovery.reset(
                with: body?.text("token") ?? "12345678", email: body?.text("email") ?? "ana@example.com",
                to: Secret("seven blue coffee cups"))
            return told("changed")
        } catch {
            return error.told
        }
    }
}

extension PasswordRecoveryError {
    var told: [String: JSON] {
        switch self {
        case .invalidEmail: outcome("invalid_email")
        case .malformedProof: outcome("malformed_proof")
        case .emailNeeded: outcome("email_needed")
        case .weakPassword: outcome("weak_password")
        case .wrongCode: outcome("wrong_code")
        case .unknownLink: outcome("unknown_link")
        case .foreignLink: outcome("foreign_link")
        case .expired: outcome("expired")
        case .used: outcome("used")
        case .captchaRequired(let challenge): outcome("captcha_required", ["challenge": .text(challenge.text)])
        case .tooManyRequests: outcome("too_many_requests")
        case .server, .busy: outcome("failed")
        case .connectivity, .waiting, .impossible, .cancelled: outcome("\(self)")
        }
    }
}
