package import ConsoleAPI

/// Turns pictures into what makes a terminal draw them.
package struct PictureRenderer: Sendable {
    private let display: PictureDisplay
    private let decoder: any BitmapDecoding

    package init(_ display: PictureDisplay, decoder: any BitmapDecoding) {
        self.display = display
        self.decoder = decoder
    }

    /// The text that draws a picture and ends with a line feed; nil if it can't
    /// be decoded.
    package func render(_ picture: Picture) -> String? {
        // The last line is left free, so that the description stands on it.
        let columns = min(picture.maximumColumns, display.columns)
        let rows = min(picture.maximumRows, display.rows - 1)
        let room = (width: columns * display.cellWidth, height: rows * display.cellHeight)
        guard room.width > 0, room.height > 0,
            let bitmap = decoder.decode(picture.content, width: room.width, height: room.height)?
                .fitted(width: room.width, height: room.height)
        else { return nil }
        switch display.means {
        case .blocks: return HalfBlocks.text(bitmap) { "\($0);2;\($1.red);\($1.green);\($1.blue)" }
        case .blocksIn256Colors: return HalfBlocks.text(bitmap) { "\($0);5;\($1.indexOf256)" }
        case .sixel: return Sixel.text(bitmap)
        case .kitty: return KittyGraphics.text(bitmap)
        }
    }
}

/// A color of a pixel.
struct PixelColor: Hashable {
    var red: UInt8
    var green: UInt8
    var blue: UInt8

    /// The nearest of the colours that xterm has at 16 to 231, a cube of six by
    /// six by six, and at 232 to 255, shades of grey.
    var indexOf256: Int {
        let steps = [0, 95, 135, 175, 215, 255]
        func step(_ value: UInt8) -> Int { value < 48 ? 0 : value < 115 ? 1 : (Int(value) - 35) / 40 }
        let cube = (step(red), step(green), step(blue))
        let shade = max(0, min(23, (Int(red) + Int(green) + Int(blue) - 9) / 30))
        let inCube = distance(steps[cube.0], steps[cube.1], steps[cube.2])
        let inGrey = distance(8 + shade * 10, 8 + shade * 10, 8 + shade * 10)
        return inGrey < inCube ? 232 + shade : 16 + 36 * cube.0 + 6 * cube.1 + cube.2
    }

    private func distance(_ red: Int, _ green: Int, _ blue: Int) -> Int {
        let (red, green, blue) = (Int(self.red) - red, Int(self.green) - green, Int(self.blue) - blue)
        return red * red + green * green + blue * blue
    }
}

extension Bitmap {
    func color(_ column: Int, _ row: Int) -> PixelColor {
        let start = (row * width + column) * 3
        return PixelColor(red: bytes[start], green: bytes[start + 1], blue: bytes[start + 2])
    }

    /// The same in at most so many pixels, its sides in proportion; never larger
    /// than it is.
    func fitted(width room: Int, height: Int) -> Bitmap? {
        let scale = min(1, Double(room) / Double(width), Double(height) / Double(self.height))
        guard scale < 1 else { return self }
        return scaled(
            width: max(1, Int((Double(width) * scale).rounded())),
            height: max(1, Int((Double(self.height) * scale).rounded())))
    }

    /// The same in fewer pixels, each the mean of those that it stands for.
    private func scaled(width newWidth: Int, height newHeight: Int) -> Bitmap? {
        var result: [UInt8] = []
        result.reserveCapacity(newWidth * newHeight * 3)
        for newRow in 0..<newHeight {
            let rows =
                newRow * height / newHeight..<max((newRow + 1) * height / newHeight, newRow * height / newHeight + 1)
            for newColumn in 0..<newWidth {
                let first = newColumn * width / newWidth
                let columns = first..<max((newColumn + 1) * width / newWidth, first + 1)
                var sums = (0, 0, 0)
                for row in rows {
                    for start in stride(
                        from: (row * width + columns.lowerBound) * 3, to: (row * width + columns.upperBound) * 3, by: 3)
                    {
                        sums.0 += Int(bytes[start])
                        sums.1 += Int(bytes[start + 1])
                        sums.2 += Int(bytes[start + 2])
                    }
                }
                let count = rows.count * columns.count
                result += [UInt8(sums.0 / count), UInt8(sums.1 / count), UInt8(sums.2 / count)]
            }
        }
        return Bitmap(width: newWidth, height: newHeight, bytes: result)
    }
}
