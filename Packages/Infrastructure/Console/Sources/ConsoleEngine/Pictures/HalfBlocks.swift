import ConsoleAPI

/// Two pixels in each character: an upper half block has the colour of the
/// letters, and what is below it that of the background.
enum HalfBlocks {
    /// - Parameter code: Says how a colour is chosen (ECMA-48, section 8.3.117,
    ///   with ISO/IEC 8613-6), for 38, the letters, or 48, the background.
    static func text(_ bitmap: Bitmap, code: (Int, PixelColor) -> String) -> String {
        var text = ""
        for row in stride(from: 0, to: bitmap.height, by: 2) {
            var last: (upper: PixelColor?, lower: PixelColor?) = (nil, nil)
            for column in 0..<bitmap.width {
                let upper = bitmap.color(column, row)
                let lower = row + 1 < bitmap.height ? bitmap.color(column, row + 1) : nil
                if upper != last.upper { text += "\u{1B}[\(code(38, upper))m" }
                if let lower, lower != last.lower { text += "\u{1B}[\(code(48, lower))m" }
                text += "▀"
                last = (upper, lower)
            }
            text += "\u{1B}[0m\n"
        }
        return text
    }
}
