import CGD
import Glibc
package import PicturesAPI

/// A decoded picture of the library, in true colour.
@safe package struct Bitmap: ~Copyable {
    private let image: gdImagePtr

    /// Takes over a picture of the library; nil if that has none.
    private init?(owning image: gdImagePtr?) {
        guard let image = unsafe image else { return nil }
        unsafe self.image = image
    }

    deinit {
        unsafe gdImageDestroy(image)
    }

    /// An empty picture, black and opaque.
    package init?(width: Int, height: Int) {
        unsafe self.init(owning: gdImageCreateTrueColor(Int32(clamping: width), Int32(clamping: height)))
    }

    /// Decodes a file that is open for reading, and closes it; nil if it is
    /// damaged or cut off, or if memory runs out.
    package static func decode(_ descriptor: Int32, as format: PictureFormat) -> Bitmap? {
        guard let file = unsafe fdopen(descriptor, "rb") else { return nil }
        defer { unsafe fclose(file) }
        let image =
            switch format {
            case .jpeg: unsafe cgd_image_from_whole_jpeg(file)
            case .png: unsafe gdImageCreateFromPng(file)
            case .webp: unsafe gdImageCreateFromWebp(file)
            // The library makes do with what there is of one.
            case .gif: FileBytes(descriptor: descriptor)?.isWholeGIF == true ? unsafe gdImageCreateFromGif(file) : nil
            case .avif: unsafe gdImageCreateFromAvif(file)
            case .heic: unsafe cgd_image_from_heic(file)
            }
        guard let bitmap = unsafe Bitmap(owning: image), unsafe gdImagePaletteToTrueColor(bitmap.image) != 0 else {
            return nil
        }
        return bitmap
    }

    package var width: Int { unsafe Int(cgd_width(image)) }
    package var height: Int { unsafe Int(cgd_height(image)) }
    /// Whether anything isn't wholly opaque.
    package var isTransparent: Bool { unsafe cgd_has_transparency(image) != 0 }

    /// The same picture in another size; nil if memory runs out.
    package borrowing func scaled(width: Int, height: Int) -> Bitmap? {
        guard let scaled = Bitmap(width: width, height: height) else { return nil }
        unsafe gdImageAlphaBlending(scaled.image, 0)
        unsafe gdImageCopyResampled(
            scaled.image, image, 0, 0, 0, 0, Int32(clamping: width), Int32(clamping: height),
            Int32(clamping: self.width), Int32(clamping: self.height))
        return scaled
    }

    /// The picture turned upright; nil if memory runs out.
    package consuming func turned(from orientation: Orientation) -> Bitmap? {
        switch orientation {
        case .mirrored, .leftMirrored, .rightMirrored: unsafe gdImageFlipHorizontal(image)
        case .upsideDown: unsafe gdImageFlipBoth(image)
        case .upsideDownMirrored: unsafe gdImageFlipVertical(image)
        case .upright, .left, .right: break
        }
        return switch orientation {
        // The library counts its degrees against the clock.
        case .left, .rightMirrored: rotated(by: 270)
        case .right, .leftMirrored: rotated(by: 90)
        case .upright, .mirrored, .upsideDown, .upsideDownMirrored: self
        }
    }

    private borrowing func rotated(by degrees: Float) -> Bitmap? {
        unsafe Bitmap(owning: gdImageRotateInterpolated(image, degrees, 0))
    }

    /// Makes sRGB of the values of another profile.
    package borrowing func convert(from profile: ColourProfile) {
        guard profile.light.count == 768, profile.matrix.count == 9 else { return }
        unsafe cgd_convert(
            image, profile.light, profile.matrix, ColourProfile.values, Int32(clamping: ColourProfile.values.count))
    }

    /// Paints a part of the picture.
    ///
    /// - Parameter colour: Transparency, 0 to 127, red, green and blue, a byte
    ///   each.
    package borrowing func fill(x: Range<Int>, y: Range<Int>, colour: Int) {
        guard !x.isEmpty, !y.isEmpty else { return }
        unsafe gdImageAlphaBlending(image, 0)
        unsafe gdImageFilledRectangle(
            image, Int32(clamping: x.lowerBound), Int32(clamping: y.lowerBound), Int32(clamping: x.upperBound - 1),
            Int32(clamping: y.upperBound - 1), Int32(clamping: colour))
    }

    /// The red, green, blue and transparency, 0 to 127, of one pixel.
    package borrowing func pixel(x: Int, y: Int) -> [Int] {
        let colour = unsafe Int(gdImageGetTrueColorPixel(image, Int32(clamping: x), Int32(clamping: y)))
        return [colour >> 16 & 0xFF, colour >> 8 & 0xFF, colour & 0xFF, colour >> 24 & 0x7F]
    }

    /// The mean colour of what isn't transparent, a byte for red, green and blue
    /// each; nil if memory runs out.
    package borrowing func tint() -> Int? {
        guard let colour = scaled(width: 1, height: 1)?.pixel(x: 0, y: 0) else { return nil }
        return colour[0] << 16 | colour[1] << 8 | colour[2]
    }

    /// The picture as a file; nil if memory runs out.
    ///
    /// - Parameter quality: Up to 100, for formats that lose something.
    package borrowing func encoded(as format: PictureFormat, quality: Int = 90) -> [UInt8]? {
        var count: Int32 = 0
        let quality = Int32(clamping: quality)
        unsafe gdImageSaveAlpha(image, 1)
        unsafe gdImageInterlace(image, format == .jpeg ? 1 : 0)
        let bytes =
            switch format {
            case .jpeg: unsafe gdImageJpegPtr(image, &count, quality)
            case .png: unsafe gdImagePngPtrEx(image, &count, Self.pngLevel)
            case .webp: unsafe gdImageWebpPtrEx(image, &count, quality)
            case .gif: unsafe gdImageGifPtr(image, &count)
            case .avif: unsafe gdImageAvifPtrEx(image, &count, quality, 10)
            case .heic: unsafe gdImageHeifPtrEx(image, &count, quality, GD_HEIF_CODEC_HEVC, GD_HEIF_CHROMA_420)
            }
        guard let bytes = unsafe bytes else { return nil }
        defer { unsafe gdFree(bytes) }
        return unsafe [UInt8](UnsafeRawBufferPointer(start: bytes, count: Int(count)))
    }

    /// Of zlib: higher ones take several times as long for a few percent.
    private static let pngLevel: Int32 = 5
}
