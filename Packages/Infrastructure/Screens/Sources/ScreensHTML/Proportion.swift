import ScreensAPI

/// How wide a picture is for its height, as one of 41 classes of the style sheet:
/// screens have no style of their own, and still nothing moves when pictures
/// come.
struct Proportion {
    /// From a half to two and a half, each about 4 % wider than the one before.
    static let all: [Double] = (0..<40).reduce(into: [0.5]) { all, _ in all.append(all[all.count - 1] * 1.041_055_7) }

    let index: Int

    /// Finds the nearest; of very tall and very wide pictures the middle is shown.
    init(_ size: ScreenPicture.Size?) {
        let box = Self.box(of: size)
        let ratio = Double(box.width) / Double(box.height)
        index = Self.all.indices.min { abs(Self.all[$0] - ratio) < abs(Self.all[$1] - ratio) } ?? 0
    }

    var name: String { "r\(index)" }

    /// How wide the picture will be in a row, for the browser to choose a copy.
    var sizesInRows: String {
        "(max-width: 40rem) 100vw, \(Int(Self.all[index] * 280))px"
    }

    /// The size of a picture, or a place for one that nobody has looked at.
    static func box(of size: ScreenPicture.Size?) -> (width: Int, height: Int) {
        size.map { ($0.width, $0.height) } ?? (1_200, 800)
    }

    /// The classes.
    static let styles = all.enumerated().map { ".r\($0){--r:\(decimal($1))}" }.joined(separator: "\n")

    private static func decimal(_ number: Double) -> String {
        let thousandths = Int((number * 1_000).rounded())
        let rest = String(thousandths % 1_000)
        return "\(thousandths / 1_000)." + String(repeating: "0", count: 3 - rest.count) + rest
    }
}

/// The colour of a picture's place until it is there, as one of 64 classes of the
/// style sheet.
struct Tint {
    private let index: Int?

    /// Reads a colour such as `#a0b1c2`.
    init(_ text: String?) {
        let digits = text.flatMap { $0.count == 7 && $0.hasPrefix("#") ? Int($0.dropFirst(), radix: 16) : nil }
        index = digits.map { colour in
            [16, 8, 0].reduce(0) { index, shift in index * 4 + ((colour >> shift) & 0xFF) / 64 }
        }
    }

    var name: String { index.map { "t\($0)" } ?? "t" }

    /// The classes.
    static let styles = (0..<64).map { index in
        let channels = [index / 16, index / 4 % 4, index % 4].map { String($0 * 64 + 32, radix: 16) }
        return ".t\(index){background:#\(channels.joined())}"
    }.joined(separator: "\n")
}
