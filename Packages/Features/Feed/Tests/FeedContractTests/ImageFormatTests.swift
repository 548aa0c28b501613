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

    @Test(
        .requirement("IMG-10", "IMG-12"),
        arguments: [
            ("image/webp", SampleImage.webp), ("image/gif", SampleImage.gif), ("image/avif", SampleImage.avif),
        ])
    func tellsTheFormatsOfOtherServers(type: String, image: Data) {
        #expect(ImageFormat(content: image)?.rawValue == type)
        for count in 0..<image.count {
            #expect(ImageFormat(content: image.prefix(count)) == nil, "\(count) bytes")
        }
        #expect(ImageFormat(content: image + Data("<script>".utf8)) == nil)
    }

    @Test(.requirement("IMG-12")) func refusesAContainerOfSomethingElse() {
        func replacing(_ text: String, by other: String, in image: Data) -> Data {
            guard let range = image.firstRange(of: Data(text.utf8)) else { return image }
            return image.replacing(range, with: other)
        }
        for (image, text, other) in [
            (SampleImage.webp, "WEBP", "WAVE"), (SampleImage.webp, "VP8L", "fmt "), (SampleImage.gif, "87a", "90a"),
            (SampleImage.avif, "mdat", "free"),
        ] { #expect(ImageFormat(content: replacing(text, by: other, in: image)) == nil, "\(other)") }
        var film = SampleImage.avif
        while film != replacing("avif", by: "isom", in: film) { film = replacing("avif", by: "isom", in: film) }
        #expect(ImageFormat(content: film) == nil)
    }

    @Test(.requirement("IMG-12")) func aBoxThatLiesAboutItsSizeIsNoImage() {
        for size: [UInt8] in [[0, 0, 0, 0], [0, 0, 0, 7], [0xFF, 0xFF, 0xFF, 0xFF], [0, 0, 0, 1]] {
            var image = SampleImage.avif
            let type = image.firstRange(of: Data("mdat".utf8))!.lowerBound
            image.replaceSubrange(type - 4..<type, with: size)
            #expect(ImageFormat(content: image) == nil, "\(size)")
        }
    }

    @Test(.requirement("IMG-12")) func refusesWhatIsNone() {
        let others = [
            "", "GIF89a;", "<html><img></html>", "%PDF-1.7", "<svg xmlns='http://www.w3.org/2000/svg'/>", "\u{0}",
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

extension Data {
    fileprivate func replacing(_ range: Range<Int>, with text: String) -> Data {
        var copy = self
        copy.replaceSubrange(range, with: text.utf8)
        return copy
    }
}
