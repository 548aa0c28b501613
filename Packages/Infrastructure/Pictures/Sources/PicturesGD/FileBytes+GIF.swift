extension FileBytes {
    /// Whether the blocks of a GIF go on to its trailer (GIF89a, appendix A); what
    /// is between them is passed over, as the library does.
    var isWholeGIF: Bool {
        guard let screen = read(at: 10, count: 1)?.first else { return false }
        var position = 13 + Self.tableSize(screen)
        while let kind = read(at: position, count: 1)?.first {
            switch kind {
            case 0x3B: return true
            case 0x21:
                guard let end = endOfSubBlocks(at: position + 2) else { return false }
                position = end
            case 0x2C:
                guard let flags = read(at: position + 9, count: 1)?.first,
                    // Behind the colours and the length of the first codes.
                    let end = endOfSubBlocks(at: position + 11 + Self.tableSize(flags))
                else { return false }
                position = end
            default: position += 1
            }
        }
        return false
    }

    /// How many bytes a table of colours has.
    private static func tableSize(_ flags: UInt8) -> Int {
        flags & 0x80 == 0 ? 0 : 3 << (Int(flags & 7) + 1)
    }

    /// Behind the empty one, which is the last; nil if there is none.
    private func endOfSubBlocks(at start: Int) -> Int? {
        var position = start
        while let length = read(at: position, count: 1)?.first {
            position += 1 + Int(length)
            if length == 0 { return position }
        }
        return nil
    }
}
