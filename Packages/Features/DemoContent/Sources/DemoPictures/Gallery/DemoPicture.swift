/// A picture of the demo feed, with what people wrote about it.
package struct DemoPicture: Sendable {
    /// Something that someone wrote below a picture.
    package struct Comment: Sendable, Equatable {
        package let username: String
        package let message: String
    }

    /// A UUID in lower case, the same in every run.
    package let id: String
    package let description: String
    package let location: String
    /// False for pictures that only members see.
    package let isPublic: Bool
    package let author: String
    package let comments: [Comment]
    private let scene: any Scene

    init(
        _ description: String, in location: String, by author: String, isPublic: Bool = true, seed: Int,
        scene: any Scene, comments: [(String, String)]
    ) {
        id = Self.identifier(seed: seed)
        self.description = description
        self.location = location
        self.isPublic = isPublic
        self.author = author
        self.comments = comments.map { Comment(username: $0.0, message: $0.1) }
        self.scene = scene
    }

    /// The size of the picture as it is meant to be seen.
    package var size: (width: Int, height: Int) { scene.size }

    /// Paints the picture, at full size or smaller with the same proportions.
    package func raster(width: Int? = nil) -> Raster {
        let full = scene.size
        let width = width ?? full.width
        var canvas = Canvas(width: width, height: Swift.max(1, full.height * width / full.width))
        scene.paint(on: &canvas)
        return scene.film.develop(canvas)
    }

    /// The picture as a baseline JPEG file, the same bytes every time.
    package func render(width: Int? = nil) -> [UInt8] {
        JPEGEncoder(quality: 90).encode(raster(width: width))
    }

    /// A version 8 UUID (RFC 9562, 5.8): its bits are ours to choose.
    private static func identifier(seed: Int) -> String {
        var random = SplitMix64(seed)
        let high = random.next() & 0xFFFF_FFFF_FFFF_0FFF | 0x8000
        let low = random.next() & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000
        let digits = [high, low].map { half in
            let hex = String(half, radix: 16)
            return String(repeating: "0", count: 16 - hex.count) + hex
        }.joined()
        var result = ""
        for (index, digit) in digits.enumerated() {
            if [8, 12, 16, 20].contains(index) { result.append("-") }
            result.append(digit)
        }
        return result
    }
}
