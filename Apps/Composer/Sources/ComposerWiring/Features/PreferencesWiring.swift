import PluginKit
import PreferencesScreens

/// Installs the screen of preferences.
enum PreferencesWiring {
    static func installScreens(_ host: inout PluginHost) throws(PluginHostError) {
        try host.install(PreferencesScreensPlugin.self, .init())
    }
}
