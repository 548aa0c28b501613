import FoundationEssentials
import Glibc
import HTTPServingAPI
import KernelTesting
import Localization
import PlacesMaxMind
import PlacesTesting
import PluginKit
import Presenting
import Testing

/// What files do that aren't what they should be: none of it reaches the library.
struct HostileFileTests {
    private typealias Value = PlaceFileWriter.Value

    /// Why a server with the file doesn't start.
    private func refusal(_ bytes: [UInt8]?) async throws -> String {
        let stage = try PlacesStage(bytes)
        let problems = await stage.composition.problems()
        return try #require(problems.first?.error as? any PresentableError, "it is taken").text.english
    }

    private func file(_ value: Value, _ more: Value? = nil) throws -> [UInt8] {
        var writer = PlaceFileWriter.cities
        writer.add(try #require(IPNetwork("198.18.0.0/24")), value)
        if let more { writer.add(try #require(IPNetwork("198.18.1.0/24")), more) }
        return writer.bytes
    }

    /// A map of one, whose value is such a map, and so on.
    private func nested(_ depth: Int) -> Value {
        .bytes((0..<depth).flatMap { _ in [0xE1, 0x41, 0x61] } + [0x41, 0x78])
    }

    @Test(.requirement("SESS-22")) func whatIsNoFileOfPlacesIsRefused() async throws {
        #expect(try await refusal(nil).contains("can't be read"))
        for bytes in [[], Array("no".utf8), [UInt8](repeating: 0xAB, count: 200_000)] {
            #expect(try await refusal(bytes).contains("no metadata"))
        }
        #expect(try await refusal(PlaceFileWriter().bytes).contains("knows no cities and no countries (Test-City)"))
        var networks = PlaceFileWriter()
        networks.add(try #require(IPNetwork("192.0.2.0/24")), .map([("autonomous_system_number", .whole(64_496))]))
        networks.metadata = [("database_type", .text("GeoLite2-ASN"))]
        #expect(try await refusal(networks.bytes).contains("(GeoLite2-ASN)"))
    }

    /// A download that broke off, or a disk that lost a part, at any place.
    @Test(.requirement("SESS-22")) func aFileThatIsCutOffIsRefused() async throws {
        let bytes = PlaceFileWriter.cities.bytes
        for length in stride(from: 0, to: bytes.count, by: 97) {
            _ = try await refusal(Array(bytes.prefix(length)))
            _ = try await refusal(Array(bytes.suffix(length)))
        }
    }

    @Test(.requirement("SESS-22")) func valuesThatNestAreRefused() async throws {
        #expect(try await refusal(file(nested(40))).contains("nest too deep"))
        #expect(try await refusal(file(nested(200_000))).contains("nest too deep"))
        var described = PlaceFileWriter.cities
        described.metadata = [("z", nested(10_000))]
        #expect(try await refusal(described.bytes).contains("nest too deep"))
        let many = Value.map((0..<6_000).map { ("\($0)", .small(1)) })
        #expect(try await refusal(file(many)).contains("too many values"))
    }

    @Test(.requirement("SESS-22")) func pointersThatLeadNowhereOrRoundAreRefused() async throws {
        // Behind all values, and into the middle of one.
        for target in [2_047, 2] as [UInt16] {
            #expect(try await refusal(file(.map([("city", .pointer(target))]))).contains("a pointer"))
        }
        // To itself.
        var own = PlaceFileWriter()
        own.add(try #require(IPNetwork("192.0.2.0/24")), .pointer(0))
        #expect(try await refusal(own.bytes).contains("a pointer"))
        // Lists in the metadata that point to lists, which double with each.
        var described = PlaceFileWriter.cities
        described.metadata = [("description", .list([.list([]), .pointer(0)]))]
        #expect(try await refusal(described.bytes).contains("a pointer"))
    }

    @Test(.requirement("SESS-22")) func wrongSizesAreRefused() async throws {
        for size in [[0x5F, 0xFF, 0xFF, 0xFF], [0xFF, 0xFF, 0xFF, 0xFF], [0x68, 1, 2, 3], [0x00, 0xF0]] as [[UInt8]] {
            let text = try await refusal(file(.map([("city", .bytes(size))])))
            #expect(text.contains("isn't a whole file"), "\(size)")
        }
        for (name, value) in [
            ("node_count", .whole(.max)), ("node_count", .whole(7)), ("record_size", .small(8)),
            ("record_size", .text("28")), ("binary_format_major_version", .small(3)), ("ip_version", .small(5)),
        ] as [(String, Value)] {
            var writer = PlaceFileWriter.cities
            writer.metadata = [(name, value)]
            _ = try await refusal(writer.bytes)
        }
    }

    /// Whatever single bytes a disk or a person changes: it is refused, or says something else, and nothing ends.
    @Test(.requirement("SESS-22")) func anyOtherByteEndsNothing() async throws {
        let bytes = PlaceFileWriter.cities.bytes
        var random = SeededGenerator(seed: 81), taken = 0
        for _ in 0..<300 {
            var changed = bytes
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                changed[Int.random(in: changed.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            let stage = try PlacesStage(changed)
            guard await stage.composition.problems().isEmpty else { continue }
            taken += 1
            for address in ["192.0.2.1", "198.51.100.1", "203.0.113.1", "2001:db8::1", "8.8.8.8"] {
                _ = try stage.place(address)
            }
        }
        print("\(taken) of 300 changed files are taken")
        #expect(taken < 300)
    }

    @Test(.requirement("SESS-22")) func onlyFilesOfASizeAreRead() async throws {
        let stage = try PlacesStage(nil)
        #expect(mkfifo(stage.path, 0o600) == 0)
        #expect(await stage.composition.problems().count == 1, "nobody waits for a writer")
        #expect(unlink(stage.path) == 0)
        let file = open(stage.path, O_CREAT | O_WRONLY, 0o600)
        #expect(ftruncate(file, 600 << 20) == 0)
        close(file)
        let error = try #require(await stage.composition.problems().first?.error as? any PresentableError)
        #expect(error.text.english.contains("more than 512 MiB") && error.text.spanish.contains("más de 512 MiB"))
    }
}
