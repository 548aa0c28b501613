import AccountVerificationScreens
import AccountVerificationService
import BrowsersService
import PasswordRecoveryScreens
import PasswordRecoveryService
import PluginKit
import RegistrationScreens
import RegistrationService
import ScreensAPI
import ServerWebWiring

/// Screens about getting an account, and back into it.
///
/// Those to which mailed links lead are there without the plugin `web`, too.
extension WebWiring {
    static func installRegistration(
        _ host: inout PluginHost, _ web: Web, _ registration: Installed<Void>,
        _ confirmation: Installed<AccountVerificationScreensPlugin.Exports>
    ) throws(PluginHostError) {
        try host.install(RegistrationScreensPlugin.self) { scope in
            let clients = scope[ifEnabled: web.clients, with: registration]
            return .init(
                registration: clients?.scoped(\.registration), validator: clients?.scoped(\.registrationRules),
                confirmation: scope[ifEnabled: confirmation]?.place,
                saysThatItIsClosed: clients == nil && scope[ifEnabled: web.clients] != nil)
        }
    }

    static func installInvitations(
        _ host: inout PluginHost, _ web: Web, _ invitations: Installed<InvitationsServicePlugin.Exports>
    ) throws(PluginHostError) {
        try host.install(InvitationScreensPlugin.self) { scope in
            let clients = scope[ifEnabled: web.clients, with: invitations]
            return .init(
                invitations: scope[ifEnabled: invitations]?.reading, registration: clients?.scoped(\.registration),
                validator: clients?.scoped(\.registrationRules))
        }
    }

    static func installVerification(
        _ host: inout PluginHost, _ web: Web, _ verification: Installed<AccountVerificationServicePlugin.Exports>
    ) throws(PluginHostError) -> Installed<AccountVerificationScreensPlugin.Exports> {
        try host.install(AccountVerificationScreensPlugin.self) { scope in
            let clients = scope[ifEnabled: web.clients, with: verification]
            return .init(
                proving: scope[ifEnabled: verification]?.proving, confirmation: clients?.scoped(\.confirmation),
                account: clients?.scoped(\.account))
        }
    }

    static func installRecovery(
        _ host: inout PluginHost, _ web: Web, _ recovery: Installed<PasswordRecoveryServicePlugin.Exports>
    ) throws(PluginHostError) {
        try host.install(PasswordRecoveryScreensPlugin.self) { scope in
            .init(
                resetting: scope[ifEnabled: recovery]?.resetting,
                recovery: scope[ifEnabled: web.clients, with: recovery]?.scoped(\.recovery))
        }
    }
}
