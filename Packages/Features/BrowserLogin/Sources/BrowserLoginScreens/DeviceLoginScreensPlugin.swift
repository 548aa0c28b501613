public import BrowserLoginAPI
import Localization
public import PluginKit
public import ScreensAPI
import SessionsScreensAPI

/// Installs the page on which people let devices in.
public enum DeviceLoginScreensPlugin: Plugin {
    /// What the page needs.
    public struct Dependencies: Sendable {
        /// Lets devices in; nil for no page.
        public let devices: Scoped<any DeviceAdmitting>?

        /// Creates the dependencies.
        public init(devices: Scoped<any DeviceAdmitting>?) {
            self.devices = devices
        }
    }

    /// The name `device-login-screens`.
    public static let manifest = PluginManifest(
        id: "device-login-screens",
        summary: LocalizedText(
            en: "Letting devices in, in a browser", es: "Dejar entrar a dispositivos, en un navegador"))

    /// Builds the page.
    public static func assemble(_ dependencies: Dependencies) -> Assembly<Void> {
        guard let devices = dependencies.devices else { return Assembly() }
        var contributions = Contributions(DeviceScreen(devices: devices).screen, to: Screens.self)
        contributions.add(DeviceScreen.link, to: DeviceLinks.self)
        return Assembly(contributions: contributions)
    }
}
