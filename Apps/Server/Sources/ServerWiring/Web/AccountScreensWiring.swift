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
        _ host: inout PluginHost, _ clients: Installed<BrowserScopes<BrowserClient>>,
        _ features: ShownFeatures
    ) throws(PluginHostError) {
        try host.install(LoginScreensPlugin.self) { scope in
            let part = try scope[clients, with: features.login]
            return .init(login: part?.scoped(\.login), logout: part?.scoped(\.logout))
        }
        try host.install(AccountsScreensPlugin.self) { scope in
            try .init(
                account: scope[clients, with: features.accounts]?.scoped(\.account),
                navigation: scope.collector(of: ScreenNavigation.self))
        }
        try host.install(SessionsScreensPlugin.self) { scope in
            try .init(devices: scope[clients, with: features.sessions]?.scoped(\.devices))
        }
        try host.install(PasswordChangeScreensPlugin.self) { scope in
            try .init(change: scope[clients, with: features.passwordChange]?.scoped(\.passwordChange))
        }
    }
}

extension PluginScope {
    /// The clients at browsers; nil where there is no feature for them to ask.
    fileprivate subscript<Clients, Feature>(
        _ clients: Installed<Clients>, with feature: Installed<Feature>
    ) -> Clients? {
        get throws(PluginHostError) {
            let clients = try self[clients]
            return self[ifEnabled: feature] == nil ? nil : clients
        }
    }
}
