public import FoundationEssentials
public import PicturesAPI
import PicturesGD

/// Real pictures, made when they are asked for: a red corner at the top left, a
/// green one at the top right, a blue one at the bottom left, a black one, the rest
/// grey.
public enum SamplePicture {
    /// A picture in a format.
    ///
    /// - Parameters:
    ///   - isTransparent: Whether the middle is half transparent.
    public static func make(
        _ format: PictureFormat = .jpeg, width: Int = 64, height: Int = 48, isTransparent: Bool = false
    ) -> Data {
        guard let bitmap = Bitmap(width: width, height: height) else { return Data() }
        bitmap.fill(x: 0..<width, y: 0..<height, colour: isTransparent ? 0x4080_8080 : 0x0080_8080)
        let left = 0..<width / 4, right = width - width / 4..<width
        let top = 0..<height / 4, bottom = height - height / 4..<height
        bitmap.fill(x: left, y: top, colour: 0x00FF_0000)
        bitmap.fill(x: right, y: top, colour: 0x0000_FF00)
        bitmap.fill(x: left, y: bottom, colour: 0x0000_00FF)
        bitmap.fill(x: right, y: bottom, colour: 0)
        return Data(bitmap.encoded(as: format, quality: 95) ?? [])
    }

    /// A JPEG with what a phone says about it: how to turn it, and where it was
    /// taken, 40° 25′ 0″ N.
    public static func phoneJPEG(width: Int = 64, height: Int = 48, orientation: UInt8 = 1) -> Data {
        let picture = make(.jpeg, width: width, height: height)
        let segment = Data("Exif\0\0".utf8) + exif(orientation: orientation)
        let length = segment.count + 2
        return picture.prefix(2) + Data([0xFF, 0xE1, UInt8(length >> 8), UInt8(length & 0xFF)]) + segment
            + picture.dropFirst(2)
    }

    /// A name that such a picture holds and a published one must not.
    public static let camera = "SamplePhone 9"

    /// A TIFF file of two directories (CIPA DC-008): that of the picture, with
    /// orientation, camera and the place of the other, and that of the place.
    static func exif(orientation: UInt8) -> Data {
        func number(_ value: Int, _ count: Int) -> [UInt8] { (0..<count).map { UInt8(value >> (8 * $0) & 0xFF) } }
        func entry(_ tag: Int, type: Int, count: Int, value: Int) -> [UInt8] {
            number(tag, 2) + number(type, 2) + number(count, 4) + number(value, 4)
        }
        let model = Array(camera.utf8) + [0]
        let firstLength = 2 + 3 * 12 + 4, secondLength = 2 + 2 * 12 + 4
        let modelOffset = 8 + firstLength + secondLength
        let latitudeOffset = modelOffset + model.count + model.count % 2
        let first =
            number(3, 2) + entry(0x0110, type: 2, count: model.count, value: modelOffset)
            + entry(0x0112, type: 3, count: 1, value: Int(orientation))
            + entry(0x8825, type: 4, count: 1, value: 8 + firstLength) + number(0, 4)
        let second =
            number(2, 2) + entry(0x0001, type: 2, count: 2, value: Int(UInt8(ascii: "N")))
            + entry(0x0002, type: 5, count: 3, value: latitudeOffset) + number(0, 4)
        let latitude = [(40, 1), (25, 1), (0, 1)].flatMap { number($0.0, 4) + number($0.1, 4) }
        let padding = [UInt8](repeating: 0, count: model.count % 2)
        return Data([0x49, 0x49, 42, 0] + number(8, 4) + first + second + model + padding + latitude)
    }
}
