import CoreModels
import Locking
import LoginAPI
import PasswordChangeAPI
import PasswordChangeClient
import PluginKit

extension ClientReplay {
    func changePassword() async -> [String: JSON] {
        let devices = KeptDevice()
        let client = PasswordChangeClientPlugin.assemble(
            .init(server: authorized, sessions: store, devices: devices)
        ).exports.change
        do throws(PasswordChangeError) {
            try await client.changePassword(
                from: Secret(sent("current_password", "four green tea pots")),
                to: Secret(sent("new_password", "seven blue coffee cups")))
            var told = told("changed")
            if let token = devices.token { told["stored_device_token"] = token.withText { .text($0 ?? "") } }
            return told
        } catch {
            return error.told
        }
    }
}

/// Keeps by what the server knows the device.
private final class KeptDevice: DeviceRemembering {
    private let kept = Locked<Secret?>(nil)
    var token: Secret? { kept.current }

    func keep(_ token: Secret, for email: EmailAddress) async { kept.withLock { $0 = token } }
}

extension PasswordChangeError {
    var told: [String: JSON] {
        switch self {
        case .notLoggedIn: outcome("not_logged_in")
        case .notRecent, .noPassword: outcome(code)
        case .unacceptable(let reasons): outcome("unacceptable", ["reasons": .number(Double(reasons.count))])
        case .wrongPassword: outcome("wrong_password")
        case .tooManyAttempts: outcome("too_many_attempts")
        case .server, .busy: outcome("failed")
        case .connectivity, .impossible, .tokenStorageFailed, .cancelled: outcome("\(self)")
        }
    }
}
