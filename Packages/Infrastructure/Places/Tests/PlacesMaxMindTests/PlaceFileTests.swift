import HTTPServingAPI
import KernelTesting
import Localization
import PlacesAPI
import PlacesTesting
import PluginKit
import Testing

/// What a sound file says of addresses.
struct PlaceFileTests {
    private static func both(_ name: String) -> [(String, PlaceFileWriter.Value)] { [("en", .text(name))] }

    @Test(.requirement("SESS-22"), arguments: [24, 28, 32])
    func addressesHavePlacesInBothLanguages(recordSize: Int) async throws {
        var writer = PlaceFileWriter(recordSize: recordSize)
        writer.add(
            try #require(IPNetwork("198.51.100.0/24")), city: [("en", .text("Tokyo")), ("es", .text("Tokio"))],
            country: ("JP", [("en", .text("Japan")), ("es", .text("Japón"))]), latitude: 35.7, longitude: 139.7,
            accuracy: 20)
        let stage = try PlacesStage(writer.bytes)
        try await stage.composition.run { () async throws in
            let tokyo = Place(
                city: LocalizedText(en: "Tokyo", es: "Tokio"),
                country: Country(code: "JP", name: LocalizedText(en: "Japan", es: "Japón")),
                point: GeographicPoint(latitude: 35.7, longitude: 139.7, accuracy: 20))
            #expect(try stage.place("198.51.100.9") == tokyo && tokyo.name?.spanish == "Tokio, Japón")
            #expect(try stage.place("::ffff:198.51.100.9") == tokyo)
            #expect(try stage.place("198.51.101.1") == nil && stage.place("2001:db8::1") == nil)
        }
    }

    @Test(.requirement("SESS-22")) func addressesOfBothKindsAreFound() async throws {
        let stage = try PlacesStage()
        try await stage.composition.run { () async throws in
            #expect(try stage.place("192.0.2.1")?.name?.english == "Madrid, Spain")
            #expect(try stage.place("2001:db8:7::1")?.country?.code == "PE")
        }
        var writer = PlaceFileWriter(recordSize: 24, isIPv4: true)
        writer.add(
            try #require(IPNetwork("192.0.2.0/24")), city: Self.both("Madrid"), country: ("ES", []), latitude: 40,
            longitude: -3)
        let old = try PlacesStage(writer.bytes)
        try await old.composition.run { () async throws in
            let place = try old.place("192.0.2.1")
            // A name that isn't there is the code, and a radius that isn't there is a usual one.
            #expect(place?.name?.spanish == "Madrid, ES" && place?.point?.accuracy == 100)
            #expect(try old.place("2001:db8::1") == nil)
        }
    }

    /// Not even where a file names them, as one of an office may.
    @Test(
        .requirement("SESS-22"),
        arguments: [
            "127.0.0.1", "::1", "10.1.2.3", "172.31.0.1", "192.168.1.1", "100.64.0.1", "169.254.0.1", "fe80::1",
            "fd00::1", "::ffff:10.1.2.3", "0.0.0.0", "::", "224.0.0.1", "ff02::1",
        ])
    func privateAddressesHaveNoPlace(address: String) async throws {
        var writer = PlaceFileWriter()
        for network in ["0.0.0.0/1", "128.0.0.0/1", "::/1", "8000::/1"] {
            writer.add(
                try #require(IPNetwork(network)), city: Self.both("Office"), country: ("ES", []), latitude: 40,
                longitude: -3)
        }
        let stage = try PlacesStage(writer.bytes)
        try await stage.composition.run { () async throws in
            #expect(try stage.place(address) == nil)
            #expect(try stage.place("9000::1")?.city?.english == "Office")
        }
    }

    /// Names are other people's: of any alphabet, and never more than a name.
    @Test(.requirement("SESS-22", "L10N-01")) func namesAreReadAsTheyAreUnlessTheyPretend() async throws {
        let names = [
            ("מדריד", "מדריד"), ("مدريد", "مدريد"), ("北京", "北京"), ("Zürich", "Zürich"), ("a\u{202E}b", nil),
            ("a\u{1B}[31mb", nil), ("a\nb", nil), (String(repeating: "x", count: 201), nil),
            (String(repeating: "x", count: 200), String(repeating: "x", count: 200)), ("", nil),
        ]
        var writer = PlaceFileWriter()
        for (number, name) in names.enumerated() {
            writer.add(
                try #require(IPNetwork("192.0.\(number).0/24")), city: Self.both(name.0), country: ("ES", []),
                latitude: 40, longitude: -3)
        }
        writer.add(
            try #require(IPNetwork("192.0.99.0/24")), city: [("en", .bytes([0x42, 0xC3, 0x28]))],
            country: ("es", []), latitude: .nan, longitude: 300)
        let stage = try PlacesStage(writer.bytes)
        try await stage.composition.run { () async throws in
            for (number, name) in names.enumerated() {
                #expect(try stage.place("192.0.\(number).1")?.city?.english == name.1, "\(name.0)")
            }
            #expect(try stage.place("192.0.99.1") == nil, "neither text nor code nor point is one")
        }
    }

    @Test(.requirement("SESS-22")) func oneLanguageStandsForBoth() async throws {
        var writer = PlaceFileWriter()
        writer.add(
            try #require(IPNetwork("192.0.2.0/24")), city: [("es", .text("Lima"))], country: ("PE", Self.both("Peru")),
            latitude: -12, longitude: -77)
        let stage = try PlacesStage(writer.bytes)
        try await stage.composition.run { () async throws in
            #expect(try stage.place("192.0.2.1")?.name == LocalizedText(en: "Lima, Peru", es: "Lima, Peru"))
        }
    }
}
