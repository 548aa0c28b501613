package import ConfigurationAPI
package import CryptographyAPI
package import DataFolderAPI
package import DeferredWorkAPI
package import FoundationEssentials
package import HTTPTransportAPI
package import MailAPI
package import PicturesAPI
package import PluginKit
package import SQLStoreAPI
package import ServerKeysAPI
package import TelemetryAPI

/// The infrastructure on which the features of the server stand, whoever
/// implements it.
package struct ServerInfrastructure {
    package let configuration: Configuration
    /// Where people reach the server.
    package let address: PublicAddress
    package let log: Installed<Logger>
    package let metrics: Installed<any MetricsRegistry & MetricsExposing>
    package let cryptography: Installed<Cryptography>
    package let folder: Installed<DataFolder>
    package let database: Installed<any SQLDatabase>
    package let keys: Installed<any ServerKeyProviding>
    /// The server's time: the machine's clock may jump, this doesn't.
    package let now: Installed<@Sendable () -> Date>
    /// Whether the machine's clock disagrees with it.
    package let isTimeDisputed: Installed<@Sendable () -> Bool>
    package let mail: Installed<any MailSending>
    /// Asks other servers.
    package let transport: Installed<any HTTPTransport>
    /// Does work after the answer.
    package let work: Installed<any WorkDeferring>
    package let pictures: Installed<any PictureProcessing>

    package init(
        configuration: Configuration, address: PublicAddress, log: Installed<Logger>,
        metrics: Installed<any MetricsRegistry & MetricsExposing>, cryptography: Installed<Cryptography>,
        folder: Installed<DataFolder>, database: Installed<any SQLDatabase>, keys: Installed<any ServerKeyProviding>,
        now: Installed<@Sendable () -> Date>, isTimeDisputed: Installed<@Sendable () -> Bool>,
        mail: Installed<any MailSending>, transport: Installed<any HTTPTransport>,
        work: Installed<any WorkDeferring>, pictures: Installed<any PictureProcessing>
    ) {
        (self.configuration, self.address, self.log, self.metrics) = (configuration, address, log, metrics)
        (self.cryptography, self.folder, self.database, self.keys) = (cryptography, folder, database, keys)
        (self.now, self.isTimeDisputed, self.mail, self.transport) = (now, isTimeDisputed, mail, transport)
        (self.work, self.pictures) = (work, pictures)
    }
}
