/// Encodes baseline sequential JPEG (ITU-T T.81) in a JFIF frame (T.871):
/// eight bits, Huffman codes and quantisation of Annex K.
package struct JPEGEncoder: Sendable {
    /// How much of the colour is kept.
    package enum Sampling: Sendable {
        /// Colour at every pixel (4:4:4).
        case full
        /// Colour at every other pixel both ways (4:2:0).
        case halved
    }

    private let sampling: Sampling
    private let luminance: Quantiser
    private let chrominance: Quantiser

    /// - Parameter quality: 1…100, on the scale that most programs use.
    package init(quality: Int, sampling: Sampling = .halved) {
        precondition(1...100 ~= quality)
        self.sampling = sampling
        luminance = Quantiser(JPEGTables.scaled(JPEGTables.luminance, quality: quality))
        chrominance = Quantiser(JPEGTables.scaled(JPEGTables.chrominance, quality: quality))
    }

    /// The whole file, from SOI to EOI.
    package func encode(_ raster: Raster) -> [UInt8] {
        precondition(raster.width <= 65_535 && raster.height <= 65_535)
        var writer = EntropyWriter()
        writer.append(head(raster))
        writeScan(raster, to: &writer)
        writer.finish()
        writer.append([0xFF, 0xD9])
        return writer.bytes
    }

    private var factor: Int { sampling == .halved ? 2 : 1 }

    // MARK: Scan

    private func writeScan(_ raster: Raster, to writer: inout EntropyWriter) {
        let planes = Planes(raster, factor: factor)
        var scratch = [Int32](repeating: 0, count: 64)
        var dc = (y: Int32(0), cb: Int32(0), cr: Int32(0))
        for row in 0..<planes.cb.blockRows {
            for column in 0..<planes.cb.blockColumns {
                for part in 0..<(factor * factor) {
                    let block = planes.y.block(
                        row: row * factor + part / factor, column: column * factor + part % factor)
                    luminance.quantise(block, into: &scratch)
                    Self.write(scratch, previous: &dc.y, JPEGTables.luminanceDC, JPEGTables.luminanceAC, to: &writer)
                }
                chrominance.quantise(planes.cb.block(row: row, column: column), into: &scratch)
                Self.write(scratch, previous: &dc.cb, JPEGTables.chrominanceDC, JPEGTables.chrominanceAC, to: &writer)
                chrominance.quantise(planes.cr.block(row: row, column: column), into: &scratch)
                Self.write(scratch, previous: &dc.cr, JPEGTables.chrominanceDC, JPEGTables.chrominanceAC, to: &writer)
            }
        }
    }

    /// One block in zigzag order (T.81, F.1.2).
    private static func write(
        _ block: [Int32], previous: inout Int32, _ dc: HuffmanTable, _ ac: HuffmanTable, to writer: inout EntropyWriter
    ) {
        let difference = magnitude(block[0] - previous)
        previous = block[0]
        writer.write(dc.codes[difference.size])
        writer.write(difference.bits, length: difference.size)
        var zeros = 0
        for index in 1..<64 {
            let value = block[index]
            if value == 0 {
                zeros += 1
                continue
            }
            while zeros > 15 {
                writer.write(ac.codes[0xF0])
                zeros -= 16
            }
            let coded = magnitude(value)
            writer.write(ac.codes[zeros << 4 | coded.size])
            writer.write(coded.bits, length: coded.size)
            zeros = 0
        }
        if zeros > 0 { writer.write(ac.codes[0]) }
    }

    /// The size category of a value and the bits that tell it from others in
    /// the category (T.81, Table F.1).
    @inline(__always) private static func magnitude(_ value: Int32) -> (size: Int, bits: UInt32) {
        let size = 32 - value.magnitude.leadingZeroBitCount
        let shifted = value < 0 ? value - 1 : value
        return (size, UInt32(bitPattern: shifted) & ((1 << UInt32(size)) - 1))
    }

    // MARK: Head

    private func head(_ raster: Raster) -> [UInt8] {
        let sides = UInt8(factor << 4 | factor)
        var bytes: [UInt8] = [0xFF, 0xD8]
        bytes += segment(0xE0, Array("JFIF\0".utf8) + [1, 2, 0, 0, 1, 0, 1, 0, 0])
        bytes += segment(0xDB, [0] + luminance.zigzagged + [1] + chrominance.zigzagged)
        bytes += segment(
            0xC0,
            [8] + word(raster.height) + word(raster.width) + [3, 1, sides, 0, 2, 0x11, 1, 3, 0x11, 1])
        let tables: [(UInt8, HuffmanTable)] = [
            (0x00, JPEGTables.luminanceDC), (0x10, JPEGTables.luminanceAC),
            (0x01, JPEGTables.chrominanceDC), (0x11, JPEGTables.chrominanceAC),
        ]
        bytes += segment(0xC4, tables.flatMap { [$0.0] + $0.1.counts + $0.1.symbols })
        bytes += segment(0xDA, [3, 1, 0x00, 2, 0x11, 3, 0x11, 0, 63, 0])
        return bytes
    }

    private func segment(_ marker: UInt8, _ content: [UInt8]) -> [UInt8] {
        [0xFF, marker] + word(content.count + 2) + content
    }

    private func word(_ value: Int) -> [UInt8] { [UInt8(value >> 8), UInt8(value & 255)] }
}
