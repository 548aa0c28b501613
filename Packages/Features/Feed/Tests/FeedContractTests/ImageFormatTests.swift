import FeedContract
import FeedTesting
import FoundationEssentials
import KernelTesting
import Testing

struct ImageFormatTests {
    @Test(.requirement("IMG-10")) func tellsAnImageByItsContent() {
        #expect(ImageFormat(content: SampleImage.png) == .png)
        #expect(ImageFormat(content: SampleImage.jpeg()) == .jpeg)
        #expect(ImageFormat(content: SampleImage.jpeg(byteCount: 6)) == .jpeg)
        #expect(ImageFormat.png.rawValue == "image/png" && ImageFormat.jpeg.rawValue == "image/jpeg")
    }

    @Test(.requirement("IMG-12")) func refusesWhatIsNone() {
        let others = [
            "", "GIF89a…;", "<html><img></html>", "%PDF-1.7", "<svg xmlns='http://www.w3.org/2000/svg'/>", "\u{0}",
        ]
        for text in others { #expect(ImageFormat(content: Data(text.utf8)) == nil, "\(text)") }
        #expect(ImageFormat(content: [0xFF, 0xD8, 0xFF, 0xD9] as [UInt8]) == nil, "a frame around nothing")
    }

    @Test(.requirement("IMG-12")) func refusesAnImageThatWasCutOffAnywhere() {
        for count in 0..<SampleImage.png.count {
            #expect(ImageFormat(content: SampleImage.png.prefix(count)) == nil, "\(count) bytes of a PNG")
        }
        for count in 0..<200 {
            #expect(ImageFormat(content: SampleImage.jpeg(byteCount: 200).prefix(count)) == nil, "\(count) of a JPEG")
        }
    }

    @Test(.requirement("IMG-12")) func refusesAnImageWithSomethingBehindItsEnd() {
        let page = Data("<script>alert(1)</script>".utf8)
        #expect(ImageFormat(content: SampleImage.png + page) == nil)
        #expect(ImageFormat(content: SampleImage.jpeg() + page) == nil)
    }

    @Test func readsSlicesFromTheirOwnStart() {
        let padded = Data([1, 2, 3]) + SampleImage.png
        #expect(ImageFormat(content: padded.dropFirst(3)) == .png)
    }
}
