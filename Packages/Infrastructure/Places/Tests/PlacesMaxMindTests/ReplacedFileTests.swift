import ConfigurationAPI
import FoundationEssentials
import Glibc
import HTTPServingAPI
import KernelTesting
import Localization
import Locking
import PlacesAPI
import PlacesMaxMind
import PlacesTesting
import PluginKit
import TelemetryAPI
import TelemetryTesting
import Testing

/// A file that is replaced, shortened or damaged under a server that runs.
struct ReplacedFileTests {
    private static func moved() throws -> [UInt8] {
        var writer = PlaceFileWriter()
        writer.add(
            try #require(IPNetwork("192.0.2.0/24")), city: [("en", .text("Porto"))], country: ("PT", []),
            latitude: 41.1, longitude: -8.6)
        return writer.bytes
    }

    @Test(.requirement("SESS-22")) func oneThatTookItsPlaceIsUsedWithinAMinute() async throws {
        let stage = try PlacesStage()
        try await stage.composition.run { () async throws in
            #expect(try stage.place("192.0.2.1")?.city?.english == "Madrid")
            await stage.clock.waitForSleepers()
            try stage.replace(with: try Self.moved())
            #expect(try stage.place("192.0.2.1")?.city?.english == "Madrid")
            stage.clock.advance(by: .seconds(60))
            await stage.clock.waitForSleepers()
            #expect(try stage.place("192.0.2.1")?.city?.english == "Porto")
            #expect(stage.log.records.filter { $0.message.contains("was replaced and is used") }.count == 1)
        }
    }

    @Test(.requirement("SESS-22")) func oneThatIsBrokenChangesNothingAndIsToldOnce() async throws {
        let stage = try PlacesStage()
        try await stage.composition.run { () async throws in
            #expect(await stage.health() == .healthy)
            try stage.replace(with: Array(PlaceFileWriter.cities.bytes.dropLast(300)))
            for _ in 0..<3 {
                await stage.clock.waitForSleepers()
                stage.clock.advance(by: .seconds(60))
            }
            await stage.clock.waitForSleepers()
            #expect(try stage.place("192.0.2.1")?.city?.english == "Madrid")
            #expect(stage.log.records.filter { $0.level == .error }.count == 1)
            let health = await stage.health()
            guard case .impaired(let text) = health else { throw Unexpected(what: "\(String(describing: health))") }
            #expect(text.english.contains("isn't a whole file") && text.spanish.contains("no es un archivo entero"))
            #expect(await stage.composition.reload().map(\.plugin) == ["places"])
            try stage.replace(with: try Self.moved())
            #expect(await stage.composition.reload().isEmpty, "at once, where somebody says so")
            #expect(try stage.place("192.0.2.1")?.city?.english == "Porto")
            #expect(await stage.health() == .healthy)
        }
    }

    /// What is mapped from a file that is shortened ends a program (SIGBUS).
    @Test(.requirement("SESS-22")) func oneThatIsShortenedInPlaceEndsNothing() async throws {
        let stage = try PlacesStage()
        try await stage.composition.run { () async throws in
            #expect(truncate(stage.path, 0) == 0)
            #expect(try stage.place("192.0.2.1")?.city?.english == "Madrid")
            await stage.clock.waitForSleepers()
            stage.clock.advance(by: .seconds(60))
            await stage.clock.waitForSleepers()
            #expect(unlink(stage.path) == 0)
            stage.clock.advance(by: .seconds(60))
            await stage.clock.waitForSleepers()
            #expect(try stage.place("2001:db8::1")?.city?.english == "Lima")
        }
    }

    @Test(.requirement("SESS-22")) func lookingUpGoesOnWhileItIsReplaced() async throws {
        let stage = try PlacesStage(), isDone = Locked(false)
        let files = [PlaceFileWriter.cities.bytes, try Self.moved()]
        try await stage.composition.run { () async throws in
            await withTaskGroup(of: Int.self) { group in
                for _ in 0..<2 {
                    group.addTask {
                        var wrong = 0
                        while !isDone.current {
                            let city = try? stage.place("192.0.2.1")?.city?.english
                            if city != "Madrid", city != "Porto" { wrong += 1 }
                            await Task.yield()
                        }
                        return wrong
                    }
                }
                for round in 0..<40 {
                    try? stage.replace(with: files[round % 2])
                    _ = await stage.composition.reload()
                }
                isDone.withLock { $0 = true }
                for await wrong in group { #expect(wrong == 0) }
            }
        }
    }

    @Test(.requirement("SESS-22")) func withoutAFileThereIsNoLocator() async throws {
        var host = PluginHost()
        try host.install(PlacesPlugin.self, .init(.defaults, log: .disabled))
        let composition = try host.composed()
        #expect(composition.values(of: PlaceLocators.self).isEmpty && composition.values(of: HealthChecks.self).isEmpty)
    }

    private struct Unexpected: Error {
        let what: String
    }
}
