public import CoreModels

/// A QR code (ISO/IEC 18004) of bytes, with error correction of level M: up to
/// 213 bytes, in versions 1 to 10.
public struct QRCode: Equatable, Sendable {
    /// Its rows of modules; true is dark.
    public let rows: [[Bool]]

    /// How many modules have to stay light around it.
    public static let margin = 4

    /// Encodes bytes; nil if they are too many.
    public init?(_ bytes: [UInt8]) {
        guard let version = QRVersion.all.first(where: { bytes.count <= $0.capacity }) else { return nil }
        let codewords = QRCodewords.interleaved(bytes, in: version)
        let candidates = (0..<8).map { mask in
            var drawing = QRDrawing(version)
            drawing.draw(codewords, mask: mask)
            return drawing
        }
        guard let best = candidates.min(by: { $0.penalty < $1.penalty }) else { return nil }
        rows = best.rows
    }

    /// Encodes a text that is secret; nil if it is too long.
    public init?(_ secret: Secret) {
        self.init(unsafe secret.withUnsafeBytes { unsafe Array($0) })
    }

    /// The code as lines of half blocks, for a terminal with light text on dark
    /// ground: what is light in the code is drawn.
    public var lines: [String] {
        let width = rows.count + 2 * Self.margin
        func isLight(_ x: Int, _ y: Int) -> Bool {
            let column = x - Self.margin, row = y - Self.margin
            return !(rows.indices.contains(row) && rows.indices.contains(column) && rows[row][column])
        }
        return stride(from: 0, to: width, by: 2).map { y in
            String(
                (0..<width).map { x -> Character in
                    switch (isLight(x, y), y + 1 < width && isLight(x, y + 1)) {
                    case (true, true): "█"
                    case (true, false): "▀"
                    case (false, true): "▄"
                    case (false, false): " "
                    }
                })
        }
    }
}

/// What the standard says of a version with level M (tables 7, 9 and E.1).
struct QRVersion: Sendable {
    let number: Int
    /// Codewords of error correction for each block.
    let correction: Int
    /// The data codewords of each block.
    let blocks: [Int]
    /// Where the centres of alignment patterns are.
    let alignment: [Int]

    var size: Int { 17 + 4 * number }
    /// How many bits tell the length of bytes.
    var lengthBits: Int { number < 10 ? 8 : 16 }
    var dataCodewords: Int { blocks.reduce(0, +) }
    /// How many bytes fit, after the mode and the length.
    var capacity: Int { (dataCodewords * 8 - 4 - lengthBits) / 8 }

    static let all = [
        QRVersion(number: 1, correction: 10, blocks: [16], alignment: []),
        QRVersion(number: 2, correction: 16, blocks: [28], alignment: [6, 18]),
        QRVersion(number: 3, correction: 26, blocks: [44], alignment: [6, 22]),
        QRVersion(number: 4, correction: 18, blocks: [32, 32], alignment: [6, 26]),
        QRVersion(number: 5, correction: 24, blocks: [43, 43], alignment: [6, 30]),
        QRVersion(number: 6, correction: 16, blocks: [27, 27, 27, 27], alignment: [6, 34]),
        QRVersion(number: 7, correction: 18, blocks: [31, 31, 31, 31], alignment: [6, 22, 38]),
        QRVersion(number: 8, correction: 22, blocks: [38, 38, 39, 39], alignment: [6, 24, 42]),
        QRVersion(number: 9, correction: 22, blocks: [36, 36, 36, 37, 37], alignment: [6, 26, 46]),
        QRVersion(number: 10, correction: 26, blocks: [43, 43, 43, 43, 44], alignment: [6, 28, 50]),
    ]
}
