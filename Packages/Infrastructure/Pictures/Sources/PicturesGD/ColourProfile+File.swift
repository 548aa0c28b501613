import CGD
package import PicturesAPI

extension ColourProfile {
    /// The profile that a file holds; nil if it has none that is understood.
    package init?(of file: FileBytes, format: PictureFormat) {
        let bytes: [UInt8]? =
            switch format {
            case .jpeg: Self.inJPEG(file)
            case .png: Self.inPNG(file)
            case .webp: Self.inWebP(file)
            case .avif, .heic: Self.inHEIF(file)
            case .gif: nil
            }
        guard let bytes else { return nil }
        self.init(icc: bytes)
    }

    /// In segments, numbered from 1 (ICC.1:2022, B.4).
    private static func inJPEG(_ file: FileBytes) -> [UInt8]? {
        var parts: [Int: [UInt8]] = [:], count = 0, position = 2
        for _ in 0..<1_000 {
            guard let head = file.read(at: position, count: 4), head[0] == 0xFF,
                let length = head.bigEndian(at: 2, count: 2), length >= 2,
                head[1] != 0xD9, head[1] != 0xDA
            else { break }
            if head[1] == 0xE2, let segment = file.read(at: position + 4, count: length - 2), segment.count > 14,
                segment.has("ICC_PROFILE\0", at: 0)
            {
                parts[Int(segment[12])] = Array(segment.dropFirst(14))
                count = Int(segment[13])
            }
            position += 2 + length
        }
        guard count > 0, parts.count == count else { return nil }
        let profile = (1...count).flatMap { parts[$0] ?? [] }
        return profile.count <= maximumBytes ? profile : nil
    }

    /// A name, a zero, a method and a compressed profile (ISO/IEC 15948,
    /// 11.3.2.3).
    private static func inPNG(_ file: FileBytes) -> [UInt8]? {
        let chunk = chunk("iCCP", from: 8, in: file) { head in head.bigEndian(at: 0, count: 4) }
        guard let chunk, let end = chunk.firstIndex(of: 0), chunk.count > end + 2, chunk[end + 1] == 0 else {
            return nil
        }
        var profile = [UInt8](repeating: 0, count: maximumBytes)
        var count = UInt(profile.count)
        let compressed = Array(chunk[(end + 2)...])
        let code = unsafe profile.withUnsafeMutableBufferPointer { profile in
            unsafe compressed.withUnsafeBufferPointer { compressed in
                unsafe uncompress(profile.baseAddress, &count, compressed.baseAddress, UInt(compressed.count))
            }
        }
        return code == Z_OK ? Array(profile.prefix(Int(count))) : nil
    }

    /// A chunk of its own (RFC 9649, 2.7.1.4).
    private static func inWebP(_ file: FileBytes) -> [UInt8]? {
        chunk("ICCP", from: 12, in: file) { head in
            head.littleEndian(at: 4, count: 4)
        }
    }

    /// A property of the picture, of one of two kinds (ISO/IEC 14496-12,
    /// 12.1.5).
    private static func inHEIF(_ file: FileBytes) -> [UInt8]? {
        guard let properties = HEIFProperties(of: file) else { return nil }
        for box in properties.ofPicture where box.type == "colr" {
            guard box.content.count <= maximumBytes,
                let bytes = file.read(at: box.content.lowerBound, count: box.content.count)
            else { continue }
            if bytes.has("prof", at: 0) || bytes.has("rICC", at: 0) { return Array(bytes.dropFirst(4)) }
        }
        return nil
    }

    /// The content of a chunk of PNG or WebP.
    private static func chunk(
        _ name: String, from start: Int, in file: FileBytes, length: ([UInt8]) -> Int?
    ) -> [UInt8]? {
        // PNG has the length first, and a checksum behind.
        let nameOffset = name == "iCCP" ? 4 : 0
        var position = start
        for _ in 0..<64 {
            guard let head = file.read(at: position, count: 8), let length = length(head) else { return nil }
            if head.has(name, at: nameOffset) {
                return length <= maximumBytes ? file.read(at: position + 8, count: length) : nil
            }
            position += 8 + length + (nameOffset == 4 ? 4 : length % 2)
        }
        return nil
    }
}
