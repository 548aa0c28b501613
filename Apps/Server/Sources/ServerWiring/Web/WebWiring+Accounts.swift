import AccountVerificationScreens
import AccountVerificationService
import BrowsersService
import PasswordRecoveryScreens
import PasswordRecoveryService
import PluginKit
import RegistrationClient
import RegistrationScreens
import ScreensAPI

/// Screens about getting an account, and back into it.
///
/// Those to which mailed links lead are there without the plugin `web`, too.
extension WebWiring {
    static func installRegistration(
        _ host: inout PluginHost, _ web: Web, _ registration: Installed<Void>, _ confirmation: Installed<Place?>
    ) throws(PluginHostError) {
        try host.install(RegistrationScreensPlugin.self) { scope in
            let part = scope[web.clients, ifEnabled: registration]
            return .init(
                registration: part?.scoped(\.registration.registration),
                validator: part?.scoped(\.registration.validator), confirmation: scope[ifEnabled: confirmation] ?? nil)
        }
    }

    static func installVerification(
        _ host: inout PluginHost, _ web: Web, _ verification: Installed<AccountVerificationServicePlugin.Exports>
    ) throws(PluginHostError) -> Installed<Place?> {
        try host.install(AccountVerificationScreensPlugin.self) { scope in
            .init(
                proving: scope[ifEnabled: verification]?.proving,
                confirmation: scope[ifEnabled: web.clients]?.scoped(\.confirmation))
        }
    }

    static func installRecovery(
        _ host: inout PluginHost, _ web: Web, _ recovery: Installed<PasswordRecoveryServicePlugin.Exports>
    ) throws(PluginHostError) {
        try host.install(PasswordRecoveryScreensPlugin.self) { scope in
            .init(
                resetting: scope[ifEnabled: recovery]?.resetting,
                recovery: scope[ifEnabled: web.clients]?.scoped(\.recovery))
        }
    }
}
