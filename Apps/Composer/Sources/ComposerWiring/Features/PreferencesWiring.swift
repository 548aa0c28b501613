import PluginKit
import PreferencesScreens
import ScreensAPI

/// Installs the screen of preferences.
enum PreferencesWiring {
    static func installScreens(_ host: inout PluginHost) throws(PluginHostError) {
        try host.install(PreferencesScreensPlugin.self) { scope in
            .init(permissions: scope.collector(of: ScreenPermissions.self))
        }
    }
}
