public import FoundationEssentials
import PicturesAPI

/// A file that somebody might send to harm whoever decodes it.
///
/// All are made by code from a seed: the same seed gives the same files.
public struct HostileFile: Sendable, CustomStringConvertible {
    /// What is wrong with it, and its name as its sender would choose it.
    public let description: String
    /// Its bytes.
    public let content: Data

    /// What some of them hold beside a picture, and no result may.
    public static let payload = "<script>alert('polyglot')</script>"

    /// Two hundred and more: cut off, altered, random after a right signature,
    /// larger than they look, or something else besides.
    public static func all(using generator: inout some RandomNumberGenerator) -> [HostileFile] {
        var files = nothing + bombs + polyglots
        for format in PictureFormat.allCases {
            let whole = SamplePicture.make(format, width: 80, height: 60, isTransparent: format == .png)
            files += cutOff(whole, format, using: &generator)
            files += altered(whole, format, using: &generator)
            files += random(whole, format, using: &generator)
        }
        return files
    }

    private static func cutOff(
        _ whole: Data, _ format: PictureFormat, using generator: inout some RandomNumberGenerator
    ) -> [HostileFile] {
        let fixed = [1, 2, 3, 8, 12, 25, whole.count - 1, whole.count - 2]
        return (fixed + (0..<6).map { _ in Int.random(in: 26..<whole.count - 2, using: &generator) }).map { count in
            HostileFile(
                description: "\(format) cut off after \(count) of \(whole.count) bytes", content: whole.prefix(count))
        }
    }

    private static func altered(
        _ whole: Data, _ format: PictureFormat, using generator: inout some RandomNumberGenerator
    ) -> [HostileFile] {
        (0..<16).map { round in
            var content = whole
            // Few changes go deep, many go wide.
            for _ in 0...(round * round / 4) {
                let place = Int.random(in: 12..<content.count, using: &generator)
                content[place] = UInt8.random(in: 0...255, using: &generator)
            }
            return HostileFile(description: "\(format) altered, round \(round)", content: content)
        }
    }

    private static func random(
        _ whole: Data, _ format: PictureFormat, using generator: inout some RandomNumberGenerator
    ) -> [HostileFile] {
        [0, 16, 64, 1_000, 100_000].map { count in
            let noise = (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
            return HostileFile(
                description: "\(format) signature and \(count) random bytes", content: whole.prefix(30) + Data(noise))
        }
    }

    private static var nothing: [HostileFile] {
        let texts = [
            "nothing": "", "a line": "\n", "text.jpg": "This is no picture.",
            "zeros.png": String(repeating: "\0", count: 4_096),
            "page.gif": "<!doctype html>" + payload,
            "drawing.png": "<svg xmlns='http://www.w3.org/2000/svg'>\(payload)</svg>",
            "entities.png": "<?xml version='1.0'?><!DOCTYPE a [<!ENTITY b SYSTEM 'file:///etc/passwd'>]><a>&b;</a>",
            "program.jpg": "\u{7F}ELF\u{2}\u{1}\u{1}", "archive.jpg": "PK\u{3}\u{4}", "document.jpg": "%PDF-1.7\n",
            "postscript.jpg": "%!PS-Adobe-3.0\n(%pipe%id) (r) file",
            "mvg.jpg": "push graphic-context\nimage over 0,0 0,0 '|id'",
        ]
        return texts.sorted { $0.key < $1.key }.map { HostileFile(description: $0.key, content: Data($0.value.utf8)) }
    }

    /// A picture and something else at once.
    private static var polyglots: [HostileFile] {
        PictureFormat.allCases.flatMap { format -> [HostileFile] in
            let whole = SamplePicture.make(format, width: 40, height: 40)
            return [
                HostileFile(description: "\(format) and a page after it", content: whole + Data(payload.utf8)),
                HostileFile(description: "\(format) after a page", content: Data(payload.utf8) + whole),
                HostileFile(
                    description: "\(format) and an archive after it", content: whole + Data("PK\u{3}\u{4}".utf8)),
            ]
        } + [
            HostileFile(
                description: "jpeg with a page as its comment",
                content: inserting(
                    [0xFF, 0xFE, 0, UInt8(payload.utf8.count + 2)] + Array(payload.utf8),
                    at: 2, of: SamplePicture.make(.jpeg))),
            HostileFile(
                description: "gif that is a script",
                content: Data("GIF89a/*\u{1}\u{0}".utf8) + Data("*/=1;alert(1)".utf8)),
            HostileFile(description: "a png called holiday.jpg", content: SamplePicture.make(.png)),
        ]
    }

    private static func inserting(_ bytes: [UInt8], at offset: Int, of data: Data) -> Data {
        data.prefix(offset) + Data(bytes) + data.dropFirst(offset)
    }

    /// Small files that claim or make much.
    private static var bombs: [HostileFile] {
        let png = SamplePicture.make(.png), gif = SamplePicture.make(.gif), jpeg = SamplePicture.make(.jpeg)
        let huge = big(100_000, 4) + big(100_000, 4)
        var files = [
            HostileFile(description: "png of 100 000 × 100 000", content: replacing(huge, at: 16, of: png)),
            HostileFile(
                description: "png of 2^31 − 1 squared",
                content: replacing(big(0x7FFF_FFFF, 4) + big(0x7FFF_FFFF, 4), at: 16, of: png)),
            HostileFile(
                description: "png of 2^32 − 1 squared",
                content: replacing([UInt8](repeating: 0xFF, count: 8), at: 16, of: png)),
            HostileFile(
                description: "png of 0 × 0", content: replacing([UInt8](repeating: 0, count: 8), at: 16, of: png)),
            HostileFile(
                description: "gif of 65 535 × 65 535",
                content: replacing([0xFF, 0xFF, 0xFF, 0xFF], at: 6, of: gif)),
            HostileFile(
                description: "gif of 7 000 × 7 000", content: replacing([0x58, 0x1B, 0x58, 0x1B], at: 6, of: gif)),
            HostileFile(
                description: "an even picture of 20 000 × 2 000",
                content: SamplePicture.make(.png, width: 20_000, height: 2_000)),
            HostileFile(
                description: "a line of 30 000 × 1", content: SamplePicture.make(.png, width: 30_000, height: 1)),
        ]
        for (name, size) in [
            ("65 535 × 65 535", [0xFF, 0xFF, 0xFF, 0xFF] as [UInt8]), ("6 000 × 6 000", [0x17, 0x70, 0x17, 0x70]),
        ] {
            if let frame = frameHeader(of: jpeg) {
                files.append(
                    HostileFile(
                        description: "jpeg of \(name) that isn't there",
                        content: replacing(size, at: frame + 5, of: jpeg)))
            }
        }
        for format in [PictureFormat.avif, .heic] {
            let picture = SamplePicture.make(format)
            guard let size = picture.firstRange(of: Data("ispe".utf8)) else { continue }
            files.append(
                HostileFile(
                    description: "\(format) of 100 000 × 100 000",
                    content: replacing(huge, at: size.upperBound + 4, of: picture)))
        }
        let canvas: [UInt8] = [0x02, 0, 0, 0, 0xFF, 0x3F, 0, 0xFF, 0x3F, 0]
        files.append(
            HostileFile(
                description: "webp that moves, of 16 384 × 16 384",
                content: Data("RIFF".utf8) + Data([26, 0, 0, 0]) + Data("WEBPVP8X".utf8) + Data([10, 0, 0, 0] + canvas))
        )
        if let scan = jpeg.firstRange(of: Data([0xFF, 0xDA])) {
            let scans = jpeg[scan.lowerBound..<jpeg.count - 2]
            files.append(
                HostileFile(
                    description: "jpeg of 2 000 times the same scans",
                    content: jpeg.prefix(scan.lowerBound) + (0..<2_000).reduce(into: Data()) { all, _ in all += scans }
                        + jpeg.suffix(2)))
        }
        files.append(
            HostileFile(
                description: "jpeg of a million empty segments",
                content: jpeg.prefix(2) + Data((0..<1_000_000).flatMap { _ in [0xFF, 0xE5, 0, 2] as [UInt8] })
                    + jpeg.dropFirst(2)))
        return files
    }

    private static func big(_ value: Int, _ count: Int) -> [UInt8] {
        (0..<count).reversed().map { UInt8(value >> (8 * $0) & 0xFF) }
    }

    private static func replacing(_ bytes: [UInt8], at offset: Int, of data: Data) -> Data {
        data.prefix(offset) + Data(bytes) + data.dropFirst(offset + bytes.count)
    }

    /// Where the marker of the frame is, of a sequential or a progressive JPEG.
    private static func frameHeader(of jpeg: Data) -> Int? {
        [0xC0, 0xC2].compactMap { jpeg.firstRange(of: Data([0xFF, $0, 0, 17]))?.lowerBound }.min()
    }
}
