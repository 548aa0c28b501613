import FoundationEssentials
import KernelTesting
import PicturesAPI
import PicturesGD
import PicturesTesting
import Testing

/// Pictures as phones make them.
struct HEICTests {
    /// Its tiles are put together, and it is turned once though two things say
    /// how.
    @Test(.requirement("IMG-41", "IMG-48")) func aPicturesTilesArePutTogetherAndTurned() async throws {
        let shop = try Workshop()
        let pictures = try await shop.process(SamplePicture.phoneHEIC(width: 189, height: 122), widths: [61])
        #expect(pictures.map(\.width) == [122, 61] && pictures.map(\.height) == [189, 94])
        #expect(pictures.allSatisfy { $0.format == .jpeg && $0.isWhole })
        try #require(pictures.first).expectCorners(as: .left)
    }

    /// Those of the largest phones take threads and most of the memory.
    @Test(.requirement("IMG-42", "IMG-48")) func aPictureOf48MillionPixelsFitsIntoTheMemory() async throws {
        let shop = try Workshop()
        let upload = SamplePicture.phoneHEIC(width: 8_064, height: 6_048, tile: 512)
        let picture = try #require(try await shop.process(upload, widths: [320]).first)
        #expect(picture.width == 3_072 && picture.height == 4_096)
        let larger = SamplePicture.phoneHEIC(width: 8_064, height: 6_250, tile: 512)
        #expect(try await shop.refusal(of: larger) == .tooManyPixels(limit: 50_000_000))
    }

    @Test func whatIsTransparentStaysSo() async throws {
        let shop = try Workshop()
        let picture = try #require(try await shop.process(SamplePicture.make(.heic, isTransparent: true)).first)
        #expect(picture.format == .png)
        #expect((60...68).contains(picture.decoded()?.pixel(x: 32, y: 24)[3] ?? 0))
    }
}
