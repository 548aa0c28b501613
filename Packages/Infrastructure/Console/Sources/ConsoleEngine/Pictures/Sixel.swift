import ConsoleAPI

/// Sixel graphics (VT330/VT340 Programmer Reference Manual, chapter 14): six
/// lines of pixels at a time, one colour after another.
enum Sixel {
    /// Six steps of red, of green and of blue: terminals have 256 colours.
    private static let steps = 6

    static func text(_ bitmap: Bitmap) -> String {
        let colors = dithered(bitmap)
        var text = "\u{1B}P0;1q\"1;1;\(bitmap.width);\(bitmap.height)"
        for color in Set(colors).sorted() {
            let parts = [color / (steps * steps), color / steps % steps, color % steps].map { $0 * 100 / (steps - 1) }
            text += "#\(color);2;\(parts[0]);\(parts[1]);\(parts[2])"
        }
        for top in stride(from: 0, to: bitmap.height, by: 6) {
            text += band(colors, bitmap, top) + "-"
        }
        return text + "\u{1B}\\\n"
    }

    /// Six lines: each colour draws its pixels over the whole width, then the
    /// next one starts again at the left.
    private static func band(_ colors: [Int], _ bitmap: Bitmap, _ top: Int) -> String {
        var masks: [Int: [UInt8]] = [:]
        for row in top..<min(top + 6, bitmap.height) {
            for column in 0..<bitmap.width {
                let color = colors[row * bitmap.width + column]
                masks[color, default: [UInt8](repeating: 0, count: bitmap.width)][column] |= 1 << (row - top)
            }
        }
        return masks.sorted { $0.key < $1.key }.map { color, mask in "#\(color)" + runs(mask) }.joined(separator: "$")
    }

    /// Equal neighbours are written once, with how many they are.
    private static func runs(_ mask: [UInt8]) -> String {
        var text = ""
        var start = 0
        while start < mask.count {
            var end = start
            while end < mask.count, mask[end] == mask[start] { end += 1 }
            let character = String(UnicodeScalar(63 + mask[start]))
            text += end - start > 3 ? "!\(end - start)\(character)" : String(repeating: character, count: end - start)
            start = end
        }
        return text
    }

    /// The number of each pixel's colour; what it is off by goes on to its
    /// neighbours (Floyd and Steinberg, 1976).
    private static func dithered(_ bitmap: Bitmap) -> [Int] {
        let width = bitmap.width
        var colors = [Int](repeating: 0, count: width * bitmap.height)
        for channel in 0..<3 {
            var current = [Int](repeating: 0, count: width + 2)
            var next = current
            for row in 0..<bitmap.height {
                for column in 0..<width {
                    let wanted = Int(bitmap.bytes[(row * width + column) * 3 + channel]) + current[column + 1] / 16
                    let step = max(0, min(steps - 1, (wanted * (steps - 1) + 127) / 255))
                    let error = wanted - step * 255 / (steps - 1)
                    current[column + 2] += error * 7
                    next[column] += error * 3
                    next[column + 1] += error * 5
                    next[column + 2] += error
                    colors[row * width + column] = colors[row * width + column] * steps + step
                }
                current = next
                next = [Int](repeating: 0, count: width + 2)
            }
        }
        return colors
    }
}
