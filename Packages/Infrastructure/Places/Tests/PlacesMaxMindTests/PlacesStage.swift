import ConfigurationAPI
import ConfigurationTesting
import FoundationEssentials
import Glibc
import HTTPServingAPI
import KernelTesting
import PlacesAPI
import PlacesMaxMind
import PlacesTesting
import PluginKit
import TelemetryTesting
import Testing

/// The plugin with a file that a test writes.
struct PlacesStage {
    let folder: TemporaryFolder
    let clock = ManualClock()
    let log = LogSpy()
    let composition: Composition

    var path: String { folder.path(of: "places.mmdb") }

    init(_ bytes: [UInt8]? = PlaceFileWriter.cities.bytes) throws {
        folder = try TemporaryFolder()
        if let bytes { try Data(bytes).write(to: URL(filePath: folder.path(of: "places.mmdb"))) }
        var host = PluginHost()
        try host.install(
            PlacesPlugin.self,
            .init(
                .fixture(.set(PlacesSettings.file, to: folder.path(of: "places.mmdb"))), log: log.logger, clock: clock))
        composition = try host.composed()
    }

    /// The place of an address, by its text.
    func place(_ address: String) throws -> Place? {
        let locator = try #require(composition.values(of: PlaceLocators.self).first)
        return locator.place(of: try #require(IPAddress(address)))
    }

    /// Replaces the file as `geoipupdate` does.
    func replace(with bytes: [UInt8]) throws {
        try Data(bytes).write(to: URL(filePath: folder.path(of: "new")))
        #expect(rename(folder.path(of: "new"), path) == 0)
    }

    func health() async -> HealthCheck.Result? {
        await composition.values(of: HealthChecks.self).first?.check()
    }
}
