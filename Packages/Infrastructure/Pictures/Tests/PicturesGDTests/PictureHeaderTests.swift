import FoundationEssentials
import Glibc
import KernelTesting
import PicturesAPI
import PicturesGD
import PicturesTesting
import Testing

struct PictureHeaderTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func header(_ content: Data) throws -> PictureHeader? {
        let path = folder.path(of: "file")
        try content.write(to: URL(filePath: path))
        let file = open(path, O_RDONLY)
        defer { close(file) }
        return PictureHeader(of: try #require(FileBytes(descriptor: file)))
    }

    @Test(arguments: PictureFormat.allCases) func findsFormatAndSize(_ format: PictureFormat) throws {
        let found = try header(SamplePicture.make(format, width: 80, height: 64))
        #expect(found == PictureHeader(format: format, width: 80, height: 64))
    }

    @Test(arguments: 1...8) func findsHowAPhoneWasHeld(_ orientation: Int) throws {
        let found = try header(SamplePicture.phoneJPEG(orientation: UInt8(orientation)))
        #expect(found?.orientation.rawValue == orientation)
    }

    @Test func anOrientationThatDoesNotExistIsUpright() throws {
        #expect(try header(SamplePicture.phoneJPEG(orientation: 9))?.orientation == .upright)
    }

    @Test func findsNothingInAnEmptyFile() throws {
        #expect(try header(Data()) == nil)
    }

    @Test func readsTheSizesOfAllKindsOfWebP() throws {
        func webp(_ chunk: String, _ content: [UInt8]) -> Data {
            Data("RIFF".utf8) + Data([0, 0, 0, 0]) + Data(("WEBP" + chunk).utf8) + Data([10, 0, 0, 0] + content)
        }
        let lossy = try header(webp("VP8 ", [0, 0, 0, 0x9D, 0x01, 0x2A, 0x90, 0x41, 0x2C, 0x01]))
        #expect(lossy == PictureHeader(format: .webp, width: 400, height: 300))
        // 14 bits for each side, less one: 399 and 299.
        let bits = UInt32(399) | UInt32(299) << 14
        let lossless = try header(
            webp("VP8L", [0x2F] + (0..<4).map { UInt8(truncatingIfNeeded: bits >> (8 * $0)) } + [0, 0, 0, 0, 0]))
        #expect(lossless == PictureHeader(format: .webp, width: 400, height: 300))
        let moving = try header(webp("VP8X", [0x02, 0, 0, 0, 0x8F, 0x01, 0, 0x2B, 0x01, 0]))
        #expect(moving?.width == 400 && moving?.height == 300 && moving?.isAnimated == true)
    }
}
