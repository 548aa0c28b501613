package import BrowserLoginAPI
import BrowserLoginClient
import PluginKit

extension BrowserClient {
    /// Letting devices in.
    package var devicesToLetIn: any DeviceAdmitting { DeviceAdmissionClientPlugin.assemble(server).exports.devices }
}
