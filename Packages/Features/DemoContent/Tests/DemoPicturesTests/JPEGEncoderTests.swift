import DemoPictures
import Testing

#if canImport(Glibc)
import Glibc
#endif

struct JPEGEncoderTests {
    @Test(arguments: [(1, 1), (8, 8), (16, 16), (17, 9), (33, 50), (200, 3)])
    func writesAWholeFrameForEverySize(width: Int, height: Int) throws {
        for sampling in [JPEGEncoder.Sampling.full, .halved] {
            let file = try JPEGFile(JPEGEncoder(quality: 85, sampling: sampling).encode(.pattern(width, height)))
            #expect(file.width == width)
            #expect(file.height == height)
            #expect(file.markers == [0xD8, 0xE0, 0xDB, 0xC0, 0xC4, 0xDA, 0xD9])
            #expect(file.samplingFactors == [sampling == .full ? 0x11 : 0x22, 0x11, 0x11])
        }
    }

    @Test func stuffsAZeroAfterEachByteThatLooksLikeAMarker() throws {
        let file = try JPEGFile(JPEGEncoder(quality: 100, sampling: .full).encode(.noise(160, 160)))
        #expect(file.stuffedBytes > 100)
    }

    @Test func writesTheTablesOfAnnexKAtQualityFifty() throws {
        let file = try JPEGFile(JPEGEncoder(quality: 50).encode(.pattern(16, 16)))
        #expect(file.quantisationTables[0]?.prefix(10) == [16, 11, 12, 14, 12, 10, 16, 14, 13, 14])
        #expect(file.quantisationTables[1]?.prefix(10) == [17, 18, 18, 24, 21, 24, 47, 26, 26, 47])
        #expect(file.quantisationTables[0]?.last == 99)
    }

    @Test func spendsMoreBytesOnHigherQuality() {
        let sizes = [20, 50, 80, 95].map { JPEGEncoder(quality: $0).encode(.pattern(96, 64)).count }
        #expect(sizes == sizes.sorted() && Set(sizes).count == sizes.count)
    }

    @Test(.enabled(if: IndependentDecoder.program != nil), arguments: [(96, 64), (131, 77), (1, 1), (9, 40)])
    func isReadByAnotherDecoderWithLittleLoss(width: Int, height: Int) throws {
        let source = Raster.pattern(width, height)
        for sampling in [JPEGEncoder.Sampling.full, .halved] {
            let decoded = try IndependentDecoder.decode(JPEGEncoder(quality: 90, sampling: sampling).encode(source))
            #expect(decoded.width == width)
            #expect(decoded.height == height)
            #expect(signalToNoise(decoded.bytes, source.bytes) > 35)
        }
    }

    @Test(.enabled(if: IndependentDecoder.program != nil)) func keepsNoiseAndHardEdgesAtTheHighestQuality() throws {
        let source = Raster.noise(64, 48)
        let decoded = try IndependentDecoder.decode(JPEGEncoder(quality: 100, sampling: .full).encode(source))
        #expect(signalToNoise(decoded.bytes, source.bytes) > 42)
    }

    @Test(.enabled(if: IndependentDecoder.program != nil), arguments: [0, 6, 13])
    func keepsAPaintedPicture(index: Int) throws {
        let picture = DemoGallery.pictures[index]
        let decoded = try IndependentDecoder.decode(picture.render(width: 96))
        let source = JPEGEncoder(quality: 90, sampling: .full).encode(picture.raster(width: 96))
        let full = try IndependentDecoder.decode(source)
        #expect(signalToNoise(full.bytes, picture.raster(width: 96).bytes) > 33)
        #expect(decoded.width == 96)
    }

    /// The peak signal-to-noise ratio in decibels.
    private func signalToNoise(_ a: [UInt8], _ b: [UInt8]) -> Double {
        guard a.count == b.count else { return 0 }
        let squares = zip(a, b).reduce(0.0) { $0 + (Double($1.0) - Double($1.1)) * (Double($1.0) - Double($1.1)) }
        return 10 * log10(255 * 255 / max(squares / Double(a.count), 1e-9))
    }
}

extension Raster {
    /// Soft colours that change across the picture, with one bright disc.
    static func pattern(_ width: Int, _ height: Int) -> Raster {
        var bytes: [UInt8] = []
        for y in 0..<height {
            for x in 0..<width {
                let (u, v) = (Double(x) / 96, Double(y) / 64)
                let d = ((u - 0.6) * (u - 0.6) + (v - 0.4) * (v - 0.4)).squareRoot()
                let glow = max(0, 1 - d * 1.6)
                bytes.append(UInt8(min(255, 40 + 120 * u.truncatingRemainder(dividingBy: 1.4) / 1.4 + 90 * glow)))
                bytes.append(UInt8(min(255, 60 + 80 * abs(sin(v * 4)) + 80 * glow)))
                bytes.append(UInt8(min(255, 200 - 120 * abs(sin(u * 2 + v)) + 30 * glow)))
            }
        }
        return Raster(width: width, height: height, bytes: bytes)
    }

    /// Bytes without any order: the worst that an encoder can meet.
    static func noise(_ width: Int, _ height: Int) -> Raster {
        var state: UInt64 = 1
        let bytes = (0..<width * height * 3).map { _ in
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return UInt8(truncatingIfNeeded: state >> 56)
        }
        return Raster(width: width, height: height, bytes: bytes)
    }
}
