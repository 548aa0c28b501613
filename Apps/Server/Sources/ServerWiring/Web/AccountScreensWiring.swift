import AccountsScreens
import BrowsersService
import LoginScreens
import PasswordChangeScreens
import PluginKit
import ScreensAPI
import ServerWebWiring
import SessionsScreens

/// Installs the screens of a person's own account.
enum AccountScreensWiring {
    static func install(
        _ host: inout PluginHost, _ browsers: Installed<BrowserScopes<BrowserClient>>,
        _ features: ShownFeatures
    ) throws(PluginHostError) {
        try host.install(LoginScreensPlugin.self) { scope in
            let part = scope[ifEnabled: browsers, with: features.login]
            return .init(login: part?.scoped(\.login), logout: part?.scoped(\.logout))
        }
        try host.install(AccountsScreensPlugin.self) { scope in
            .init(
                account: scope[ifEnabled: browsers, with: features.accounts]?.scoped(\.account),
                navigation: scope.collector(of: ScreenNavigation.self))
        }
        try host.install(SessionsScreensPlugin.self) { scope in
            .init(devices: scope[ifEnabled: browsers, with: features.sessions]?.scoped(\.devices))
        }
        try host.install(PasswordChangeScreensPlugin.self) { scope in
            .init(change: scope[ifEnabled: browsers, with: features.passwordChange]?.scoped(\.passwordChange))
        }
    }
}

extension PluginScope {
    /// The clients at browsers, where there is a feature for them to ask.
    subscript<Clients, Feature>(
        ifEnabled clients: Installed<Clients>, with feature: Installed<Feature>
    ) -> Clients? {
        self[ifEnabled: feature] == nil ? nil : self[ifEnabled: clients]
    }
}
