import FoundationEssentials
import KernelTesting
import PluginKit
import TelemetryAPI
import TelemetryOutput
import Testing

struct TelemetryPluginTests {
    @Test func opensTheLogFileWhenTheProgramStarts() async throws {
        let folder = try TemporaryFolder()
        var host = PluginHost()
        let plugin = try host.install(
            TelemetryPlugin.self,
            .init(
                level: .debug, format: .json, destination: .file(path: folder.path(of: "log")),
                now: { Date(timeIntervalSince1970: 0) }))
        let composition = try host.composed()
        let telemetry = try composition[plugin]
        #expect(folder.files().isEmpty)
        try await composition.run { telemetry.logger.debug("running") }
        #expect(
            String(decoding: folder.contents(of: "log") ?? [], as: UTF8.self)
                == #"{"time":"1970-01-01T00:00:00.000Z","level":"debug","label":"main","message":"running"}"# + "\n")
    }

    @Test func doesNotStartWithoutItsLogFile() async throws {
        var host = PluginHost()
        let folder = try TemporaryFolder()
        try host.install(TelemetryPlugin.self, .init(destination: .file(path: folder.path(of: "missing/log"))))
        let composition = try host.composed()
        await #expect(throws: LogOutput.OpeningError.self) { try await composition.run {} }
    }

    @Test func exportsMetricsAndTheirText() async throws {
        let exports = TelemetryPlugin.assemble(.init(destination: .nowhere)).exports
        try exports.metrics.counter("c_total", help: "C.").increment()
        #expect(await exports.metrics.text(refreshing: []).hasSuffix("c_total 1\n"))
        #expect(!exports.logger.isEnabled(.error))
    }
}
