import FoundationEssentials
import KernelTesting
import PicturesAPI
import PicturesGD
import PicturesTesting
import Testing

/// Pictures whose values aren't those of sRGB look as they did.
struct ColourTests {
    /// Display P3 and Adobe RGB (1998), adapted to D50, as their profiles have
    /// them.
    private static let displayP3 = SamplePicture.profile(
        primaries: [[0.51512, 0.24120, -0.00105], [0.29198, 0.69225, 0.04189], [0.15710, 0.06657, 0.78407]])
    private static let adobeRGB = SamplePicture.profile(
        primaries: [[0.60974, 0.31111, 0.01947], [0.20528, 0.62567, 0.06087], [0.14919, 0.06322, 0.74457]],
        power: 563.0 / 256)
    private static let sRGB = SamplePicture.profile(
        primaries: [[0.43607, 0.22249, 0.01392], [0.38515, 0.71687, 0.09708], [0.14307, 0.06061, 0.71410]])

    private func converted(_ colour: [Int], from profile: Data) throws -> [Int] {
        let profile = try #require(ColourProfile(icc: Array(profile)))
        guard let bitmap = Bitmap(width: 1, height: 1) else { return [] }
        bitmap.fill(x: 0..<1, y: 0..<1, colour: colour[0] << 16 | colour[1] << 8 | colour[2] | 0x2000_0000)
        bitmap.convert(from: profile)
        #expect(bitmap.pixel(x: 0, y: 0)[3] == 0x20, "transparency is no colour")
        return Array(bitmap.pixel(x: 0, y: 0).prefix(3))
    }

    /// Computed with the primaries of CSS Color 4 and of the specification of
    /// Adobe RGB, by another program.
    @Test(arguments: [
        (displayP3, [200, 100, 50], [215, 93, 31]), (displayP3, [60, 180, 90], [0, 183, 78]),
        (displayP3, [128, 128, 128], [128, 128, 128]), (displayP3, [30, 30, 200], [30, 30, 208]),
        (displayP3, [180, 150, 120], [186, 149, 116]), (displayP3, [255, 255, 255], [255, 255, 255]),
        (adobeRGB, [200, 100, 50], [227, 100, 42]), (adobeRGB, [128, 128, 128], [129, 129, 129]),
        (adobeRGB, [30, 30, 200], [24, 24, 205]), (adobeRGB, [180, 150, 120], [192, 151, 119]),
        (sRGB, [200, 100, 50], [200, 100, 50]), (sRGB, [3, 2, 1], [3, 2, 1]),
    ]) func coloursStayWhatTheyAre(profile: Data, colour: [Int], expected: [Int]) throws {
        let result = try converted(colour, from: profile)
        #expect(zip(result, expected).allSatisfy { abs($0 - $1) <= 1 }, "\(result)")
    }

    @Test func mostProfilesChangeNothing() throws {
        #expect(try #require(ColourProfile(icc: Array(Self.sRGB))).isSRGB)
        #expect(try #require(ColourProfile(icc: Array(Self.displayP3))).isSRGB == false)
    }

    /// The grey of the sample becomes another one by a profile of half the light;
    /// and nothing of the profile is in the result.
    @Test(.requirement("IMG-41"), arguments: [PictureFormat.jpeg, .png, .webp, .avif, .heic])
    func theProfileOfEachFormatIsUsed(_ format: PictureFormat) async throws {
        let shop = try Workshop()
        let dark = SamplePicture.profile(
            primaries: [[0.43607, 0.22249, 0.01392], [0.38515, 0.71687, 0.09708], [0.14307, 0.06061, 0.71410]],
            power: 4)
        let upload = SamplePicture.make(format, profile: dark)
        let picture = try #require(try await shop.process(upload).first)
        let grey = picture.decoded()?.pixel(x: 32, y: 24) ?? []
        // 0x80 / 0xFF to the power of 4 is 0.0635 of the light, which is 71.
        #expect(grey.prefix(3).allSatisfy { abs($0 - 71) <= 4 }, "\(grey)")
        let other = try Workshop()
        let plain = try #require(try await other.process(SamplePicture.make(format)).first)
        let kept = plain.decoded()?.pixel(x: 32, y: 24) ?? []
        #expect(kept.prefix(3).allSatisfy { abs($0 - 0x80) <= 4 }, "\(kept)")
        let content = try shop.content(of: picture)
        #expect(!content.contains("ICC_PROFILE") && !content.contains("iCCP"))
    }

    @Test func whatIsNoProfileChangesNothing() async throws {
        let profile = Self.displayP3
        for length in stride(from: 0, to: profile.count, by: 7) {
            #expect(ColourProfile(icc: Array(profile.prefix(length))) == nil, "\(length)")
        }
        for place in [16, 20, 128, 129, 132] {
            var broken = Array(profile)
            broken[place] ^= 0x40
            #expect(ColourProfile(icc: broken) == nil, "\(place)")
        }
        let shop = try Workshop()
        let picture = try await shop.process(SamplePicture.make(.jpeg, profile: Data("no profile".utf8))).first
        #expect(try #require(picture).isWhole)
    }

    /// A profile from anywhere is read without harm, whatever its numbers say.
    @Test func profilesOfNonsenseDoNoHarm() {
        var state: UInt64 = 7
        for _ in 0..<3_000 {
            var bytes = Array(Self.adobeRGB)
            for _ in 0..<8 {
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                bytes[128 + Int(state >> 33) % (bytes.count - 128)] = UInt8(truncatingIfNeeded: state >> 20)
            }
            guard let profile = ColourProfile(icc: bytes) else { continue }
            #expect(profile.light.allSatisfy { (0...1).contains($0) })
            #expect(profile.matrix.allSatisfy { $0.isFinite })
            _ = profile.isSRGB
        }
    }
}
