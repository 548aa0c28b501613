import CoreModels
import FoundationEssentials
package import PicturesAPI

/// What a worker is asked to do with the file that is its standard input.
package struct WorkerOrder: Codable, Hashable, Sendable {
    package let format: String
    package let orientation: Orientation
    package let widths: [Int]
    package let side: Int
    package let resultBytes: Int
    package let memory: Int
    package let processorSeconds: Int

    package init(_ header: PictureHeader, widths: [Int], limits: PictureLimits) {
        format = header.format.rawValue
        orientation = header.orientation
        self.widths = widths.sorted(by: >)
        side = limits.side
        resultBytes = limits.resultBytes
        memory = limits.memory
        processorSeconds = limits.processorSeconds
    }

    /// The order as an argument of a program.
    package var text: String {
        get throws { String(decoding: try JSONEncoder().encode(self), as: UTF8.self) }
    }

    package init(text: String) throws {
        self = try WireDecoder().decode(Self.self, from: Data(text.utf8))
    }
}

/// What comes before the bytes of a picture on a worker's standard output.
package struct WorkerLine: Hashable, Sendable {
    package let format: PictureFormat
    package let width: Int
    package let height: Int
    package let byteCount: Int
    /// Of the last picture: its mean colour.
    package let tint: Int?

    package init(format: PictureFormat, width: Int, height: Int, byteCount: Int, tint: Int? = nil) {
        self.format = format
        self.width = width
        self.height = height
        self.byteCount = byteCount
        self.tint = tint
    }

    /// Longer ones aren't read.
    package static let maximumLength = 64

    package var text: String {
        "\(format.rawValue) \(width) \(height) \(byteCount)\(tint.map { " \($0)" } ?? "")\n"
    }

    /// Reads a line without its end.
    package init?(_ text: String) {
        let words = text.split(separator: " ")
        guard (4...5).contains(words.count), let format = PictureFormat(rawValue: String(words[0])),
            let width = Int(words[1]), let height = Int(words[2]), let byteCount = Int(words[3]),
            width > 0, height > 0, byteCount > 0
        else { return nil }
        let tint = words.dropFirst(4).first.map { Int($0) ?? -1 }
        guard tint.map((0...0xFF_FFFF).contains) ?? true else { return nil }
        self.init(format: format, width: width, height: height, byteCount: byteCount, tint: tint)
    }
}

/// How a worker ends by itself.
package enum WorkerStatus {
    package static let done: Int32 = 0
    /// The picture can't be decoded.
    package static let damaged: Int32 = 10
    /// The worker can't work here: its order, its limits or its confinement.
    package static let unable: Int32 = 11
    /// The library that decodes isn't there; as in `gd.c`.
    package static let withoutLibrary: Int32 = 12
    /// The library is there, and can't decode HEIC.
    package static let withoutHEIC: Int32 = 13
}
