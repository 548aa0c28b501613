import CoreModels
public import CryptographyAPI
import FoundationEssentials
public import Testing

/// What every ``RandomSource`` has to do.
public struct RandomSourceConformance {
    private let source: any RandomSource
    private let location: SourceLocation

    /// Creates the suite for one source.
    public init(_ source: any RandomSource, sourceLocation: SourceLocation = #_sourceLocation) {
        self.source = source
        location = sourceLocation
    }

    /// Checks everything.
    public func run() throws {
        try givesAsManyBytesAsAsked()
        try neverRepeats()
        try coversAllValues()
        try makesProperIdentifiers()
    }

    private func givesAsManyBytesAsAsked() throws {
        for count in [0, 1, 12, 16, 32, 1000, 70_000] {
            #expect(try source.bytes(count).count == count, sourceLocation: location)
            #expect(try source.secret(byteCount: count).count == count, sourceLocation: location)
        }
        #expect(throws: CryptographyError.self, sourceLocation: location) { try source.bytes(-1) }
        #expect(throws: CryptographyError.self, sourceLocation: location) { try source.secret(byteCount: -1) }
    }

    private func neverRepeats() throws {
        let values = try (0..<1000).map { _ in try source.bytes(16) }
        #expect(Set(values).count == values.count, sourceLocation: location)
        let first = try source.secret(byteCount: 32)
        let second = try source.secret(byteCount: 32)
        #expect(!first.isEqual(to: second), sourceLocation: location)
    }

    private func coversAllValues() throws {
        // A value missing among 64 Ki bytes: once in 10^108 runs.
        #expect(Set(try source.bytes(65_536)).count == 256, sourceLocation: location)
    }

    private func makesProperIdentifiers() throws {
        #expect(try source.text().utf8.count == 22, sourceLocation: location)
        #expect(try Base64URL.decode(source.text(byteCount: 32))?.count == 32, sourceLocation: location)
        let uuid = Array(try source.uuid().uuidString)
        #expect(uuid[14] == "4", sourceLocation: location)
        #expect("89AB".contains(uuid[19]), sourceLocation: location)
    }
}
