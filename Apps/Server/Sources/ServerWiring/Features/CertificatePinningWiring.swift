import CertificatePinningOperations
import PluginKit

/// Installs the commands that sign documents of pins.
enum CertificatePinningWiring {
    static func install(_ host: inout PluginHost) throws(PluginHostError) {
        try host.install(CertificatePinningOperationsPlugin.self, ())
    }
}
