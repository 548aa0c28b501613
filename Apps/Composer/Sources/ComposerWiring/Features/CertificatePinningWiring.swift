import CertificatePinningAPI
import CertificatePinningClient
import CertificatePinningPresentation
import HTTPTransportAPI
import HTTPTransportCurl
import Localization
import PluginKit
import SecureStorageClient

/// Installs the pins of the server's keys.
enum CertificatePinningWiring {
    static func install(
        on base: ClientInfrastructure, _ host: inout PluginHost,
        _ storage: Installed<SecureStorageClientPlugin.Exports>
    ) throws(PluginHostError) -> Installed<CertificatePinningClientPlugin.Exports> {
        try host.install(CertificatePinningClientPlugin.self) { scope in
            try .init(
                certificates: scope[base.transport].certificates, transport: base.transport(in: scope),
                secrets: scope[storage].secrets,
                mark: base.places.pinMark, server: base.address, cryptography: base.cryptography(in: scope),
                onEnding: { [tell = base.surroundings.onWarning] in tell($0.endingNotice) })
        }
    }

    static func installCommands(
        on base: ClientInfrastructure, _ host: inout PluginHost, _ features: ClientFeatures
    ) throws(PluginHostError) {
        try host.install(CertificatePinningPresentationPlugin.self) { scope in
            let pinning = try scope[features.pinning]
            return .init(
                pins: pinning.pins, chains: pinning.chains, documents: pinning.documents, server: base.address)
        }
    }
}
