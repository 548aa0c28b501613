import CoreModels
import PasswordChangeAPI
import PasswordChangeClient
import PluginKit

extension ClientReplay {
    func changePassword() async -> [String: JSON] {
        let client = PasswordChangeClientPlugin.assemble(.init(server: authorized, sessions: store)).exports.change
        do throws(PasswordChangeError) {
            try await client.changePassword(
                from: Secret(sent("current_password", "four green tea pots")),
                to: Secret(sent("new_password", "seven blue coffee cups")))
            return told("changed")
        } catch {
            return error.told
        }
    }
}

extension PasswordChangeError {
    var told: [String: JSON] {
        switch self {
        case .notLoggedIn: outcome("not_logged_in")
        case .notRecent: outcome(code)
        case .unacceptable(let reasons): outcome("unacceptable", ["reasons": .number(Double(reasons.count))])
        case .wrongPassword: outcome("wrong_password")
        case .tooManyAttempts: outcome("too_many_attempts")
        case .server, .busy: outcome("failed")
        case .connectivity, .impossible, .tokenStorageFailed, .cancelled: outcome("\(self)")
        }
    }
}
