import AccountVerificationScreens
import AccountVerificationService
import BrowsersService
import PasswordRecoveryScreens
import PasswordRecoveryService
import PluginKit
import RegistrationScreens
import ScreensAPI
import ServerWebWiring

/// Screens about getting an account, and back into it.
///
/// Those to which mailed links lead are there without the plugin `web`, too.
extension WebWiring {
    static func installRegistration(
        _ host: inout PluginHost, _ web: Web, _ registration: Installed<Void>, _ confirmation: Installed<Place>
    ) throws(PluginHostError) {
        try host.install(RegistrationScreensPlugin.self) { scope in
            try scope[registration]
            let clients = try scope[web.clients]
            return .init(
                registration: clients.scoped(\.registration), validator: clients.scoped(\.registrationRules),
                confirmation: scope[ifEnabled: confirmation])
        }
    }

    static func installVerification(
        _ host: inout PluginHost, _ web: Web, _ verification: Installed<AccountVerificationServicePlugin.Exports>
    ) throws(PluginHostError) -> Installed<Place> {
        try host.install(AccountVerificationScreensPlugin.self) { scope in
            try .init(
                proving: scope[verification].proving,
                confirmation: scope[ifEnabled: web.clients]?.scoped(\.confirmation))
        }
    }

    static func installRecovery(
        _ host: inout PluginHost, _ web: Web, _ recovery: Installed<PasswordRecoveryServicePlugin.Exports>
    ) throws(PluginHostError) {
        try host.install(PasswordRecoveryScreensPlugin.self) { scope in
            try .init(
                resetting: scope[recovery].resetting, recovery: scope[ifEnabled: web.clients]?.scoped(\.recovery))
        }
    }
}
