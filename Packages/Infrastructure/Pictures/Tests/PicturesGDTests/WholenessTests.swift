import FoundationEssentials
import Glibc
import KernelTesting
import PicturesAPI
import PicturesGD
import PicturesTesting
import Testing

/// Libraries show what there is of a picture, and grey for the rest.
struct WholenessTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func isDecoded(_ content: Data, _ format: PictureFormat) throws -> Bool {
        let path = folder.path(of: "file")
        try content.write(to: URL(filePath: path))
        return Bitmap.decode(open(path, O_RDONLY), as: format) != nil
    }

    @Test(.requirement("IMG-47"), arguments: PictureFormat.allCases)
    func aPictureThatIsCutOffAnywhereIsRefused(_ format: PictureFormat) throws {
        let whole = SamplePicture.make(format, width: 40, height: 32, isTransparent: format == .png)
        #expect(try isDecoded(whole, format))
        #expect(try isDecoded(whole + Data("more".utf8), format), "what comes behind it is none of it")
        for count in 1..<whole.count where try isDecoded(whole.prefix(count), format) {
            Issue.record("\(format) cut off after \(count) of \(whole.count) bytes")
        }
    }

    /// As a download leaves it whose room was reserved, and a program that rescues
    /// pictures.
    @Test(.requirement("IMG-47"), arguments: [1, 2, 3]) func aJPEGThatWasFilledUpIsRefused(_ thirds: Int) throws {
        let whole = SamplePicture.make(.jpeg, width: 400, height: 300), count = whole.count * thirds / 4
        #expect(try !isDecoded(whole.prefix(count) + Data(count: whole.count - count), .jpeg))
        #expect(try !isDecoded(whole.prefix(count) + Data([0xFF, 0xD9]), .jpeg))
    }

    /// The first picture is there, and the file goes on.
    @Test(.requirement("IMG-47")) func aGIFThatEndsInALaterPictureIsRefused() throws {
        let one = SamplePicture.make(.gif, width: 40, height: 32)
        let start = 13 + 3 << (Int(one[10] & 7) + 1)
        let two = one.dropLast() + one[start...]
        #expect(try isDecoded(two, .gif))
        #expect(try !isDecoded(two.dropLast(30), .gif))
    }

    /// What cameras leave between the parts of a file costs nobody the picture.
    @Test func aJPEGWithBytesBetweenItsPartsIsWhole() throws {
        let whole = SamplePicture.make(.jpeg)
        #expect(try isDecoded(whole.dropLast(2) + Data([0, 0, 0]) + whole.suffix(2), .jpeg))
    }

    @Test(.requirement("IMG-47")) func whoSentItHearsThatItIsDamaged() async throws {
        for format in PictureFormat.allCases {
            let shop = try Workshop(), whole = SamplePicture.make(format)
            #expect(try await shop.refusal(of: whole.prefix(whole.count * 9 / 10)) == .damaged, "\(format)")
        }
    }
}
