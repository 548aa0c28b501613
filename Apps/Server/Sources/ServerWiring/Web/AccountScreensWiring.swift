import AccountsScreens
import BrowsersService
import LoginScreens
import LoginScreensAPI
import PasswordChangeScreens
import PluginKit
import PreferencesScreens
import ScreensAPI
import SecondFactorScreens
import ServerWebWiring
import SessionsScreens
import SessionsScreensAPI

/// Installs the screens of a person's own account.
enum AccountScreensWiring {
    static func install(
        _ host: inout PluginHost, _ clients: Installed<BrowserScopes<BrowserClient>>,
        _ features: ShownFeatures
    ) throws(PluginHostError) {
        try host.install(LoginScreensPlugin.self) { scope in
            let part = scope[ifEnabled: clients, with: features.login]
            return .init(
                login: part?.scoped(\.login), logout: part?.scoped(\.logout), ends: part?.scoped(\.ends),
                sections: scope.collector(of: SignInSections.self))
        }
        try host.install(AccountsScreensPlugin.self) { scope in
            let part = scope[ifEnabled: clients, with: features.accounts]
            return .init(
                account: part?.scoped(\.account), renaming: part?.scoped(\.renaming),
                deleting: scope[ifEnabled: clients, with: features.accountDeletion]?.scoped(\.accountDeletion),
                navigation: scope.collector(of: ScreenNavigation.self),
                news: scope.collector(of: ScreenNews.self))
        }
        try AddressChangeWiring.installScreens(&host, clients, features.addressChange, features.accounts)
        try host.install(SessionsScreensPlugin.self) { scope in
            let part = scope[ifEnabled: clients, with: features.sessions]
            return .init(
                devices: part?.scoped(\.devices), notices: part?.scoped(\.notices), events: part?.scoped(\.events),
                links: scope.collector(of: DeviceLinks.self))
        }
        try host.install(PasswordChangeScreensPlugin.self) { scope in
            .init(
                change: scope[ifEnabled: clients, with: features.passwordChange]?.scoped(\.passwordChange),
                proving: scope[ifEnabled: clients, with: features.secondFactor]?.scoped(\.proving))
        }
        try host.install(SecondFactorScreensPlugin.self) { scope in
            .init(
                factors: scope[ifEnabled: clients, with: features.secondFactor]?.scoped(\.factors),
                ways: scope.collector(of: AuthenticationWays.self))
        }
    }

    /// What a person decides for a browser.
    static func installPreferences(
        _ host: inout PluginHost, _ clients: Installed<BrowserScopes<BrowserClient>>
    ) throws(PluginHostError) {
        try host.install(PreferencesScreensPlugin.self) { scope in
            .init(
                isShown: scope[ifEnabled: clients] != nil, permissions: scope.collector(of: ScreenPermissions.self))
        }
    }
}

extension PluginScope {
    /// What a plugin offers to another, where both are there.
    subscript<Exports, Other>(
        ifEnabled plugin: Installed<Exports>, with other: Installed<Other>
    ) -> Exports? {
        self[ifEnabled: other] == nil ? nil : self[ifEnabled: plugin]
    }
}
