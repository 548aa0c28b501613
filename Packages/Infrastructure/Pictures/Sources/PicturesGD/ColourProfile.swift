import Glibc

/// What the values of a picture's pixels stand for, if that isn't sRGB.
///
/// It is an ICC profile of three curves and a matrix (ICC.1:2022, 8.3), as those
/// of cameras, phones and screens are. All others are taken for sRGB.
package struct ColourProfile: Sendable {
    /// How much light each value of red, then green, then blue is, 0 to 1.
    package let light: [Float]
    /// From the light of these primaries to that of sRGB's, by rows.
    package let matrix: [Float]

    /// Larger ones are no profiles of three curves and a matrix.
    static let maximumBytes = 1 << 20

    /// Reads a profile; nil for one that isn't understood.
    package init?(icc bytes: [UInt8]) {
        guard bytes.count >= 132, bytes.has("RGB ", at: 16), bytes.has("XYZ ", at: 20),
            let count = bytes.bigEndian(at: 128, count: 4), count <= 100
        else { return nil }
        func content(_ name: String) -> [UInt8]? {
            for entry in stride(from: 132, to: 132 + count * 12, by: 12) where bytes.has(name, at: entry) {
                guard let offset = bytes.bigEndian(at: entry + 4, count: 4),
                    let size = bytes.bigEndian(at: entry + 8, count: 4), size <= bytes.count,
                    offset <= bytes.count - size
                else { return nil }
                return Array(bytes[offset..<offset + size])
            }
            return nil
        }
        var light: [Float] = [], primaries: [[Double]] = []
        for channel in ["r", "g", "b"] {
            guard let curve = content(channel + "TRC").flatMap(Self.curve),
                let primary = content(channel + "XYZ").flatMap(Self.primary)
            else { return nil }
            light += curve
            primaries.append(primary)
        }
        self.light = light
        matrix = Self.toSRGB.flatMap { row in
            primaries.map { primary in Float(row[0] * primary[0] + row[1] * primary[1] + row[2] * primary[2]) }
        }
    }

    /// From the profile connection space, whose white is D50, to the light of
    /// sRGB: the inverse of the primaries of IEC 61966-2-1 adapted to D50.
    private static let toSRGB = [
        [3.1338561, -1.6168667, -0.4906146], [-0.9787684, 1.9161415, 0.0334540], [0.0719453, -0.2289914, 1.4052427],
    ]

    /// The value of sRGB for each of many steps of light (IEC 61966-2-1, 4.2).
    package static let values: [UInt8] = (0..<steps).map { step in
        let light = Double(step) / Double(steps - 1)
        let value = light <= 0.0031308 ? 12.92 * light : 1.055 * pow(light, 1 / 2.4) - 0.055
        return UInt8(min(max(value, 0), 1) * 255 + 0.5)
    }

    /// Near black, a step is less than the smallest difference.
    private static let steps = 16_384

    /// Whether no colour becomes another one, as with most pictures.
    package var isSRGB: Bool {
        let samples = Array(stride(from: 0, through: 255, by: 51))
        for red in samples {
            for green in samples {
                for blue in samples where !isKept([red, green, blue]) { return false }
            }
        }
        return true
    }

    private func isKept(_ colour: [Int]) -> Bool {
        zip(converted(colour), colour).allSatisfy { abs($0 - $1) <= 2 }
    }

    /// The same colour in sRGB.
    private func converted(_ colour: [Int]) -> [Int] {
        (0..<3).map { row in
            var light: Float = 0
            for channel in 0..<3 { light += matrix[row * 3 + channel] * self.light[channel * 256 + colour[channel]] }
            let step = min(max(light, 0), 1) * Float(Self.values.count - 1)
            return Int(Self.values[Int(step + 0.5)])
        }
    }

    /// An `XYZType` (10.31).
    private static func primary(_ bytes: [UInt8]) -> [Double]? {
        guard bytes.has("XYZ ", at: 0) else { return nil }
        let numbers = (0..<3).compactMap { bytes.fixed(at: 8 + $0 * 4) }
        return numbers.count == 3 ? numbers : nil
    }

    /// The light of each value, by a `curveType` (10.6) or a
    /// `parametricCurveType` (10.18).
    private static func curve(_ bytes: [UInt8]) -> [Float]? {
        guard let curve = bytes.has("curv", at: 0) ? table(bytes) : parametric(bytes) else { return nil }
        return (0..<256).map { value in
            let light = curve(Double(value) / 255)
            return light.isFinite ? Float(min(max(light, 0), 1)) : 0
        }
    }

    private static func table(_ bytes: [UInt8]) -> ((Double) -> Double)? {
        guard let count = bytes.bigEndian(at: 8, count: 4), count <= bytes.count / 2 else { return nil }
        let numbers = (0..<count).compactMap { bytes.bigEndian(at: 12 + $0 * 2, count: 2).map(Double.init) }
        guard numbers.count == count else { return nil }
        switch count {
        case 0: return { $0 }
        case 1: return { pow($0, numbers[0] / 256) }
        default:
            return { value in
                let place = value * Double(count - 1), index = min(Int(place), count - 2)
                let part = place - Double(index)
                return (numbers[index] * (1 - part) + numbers[index + 1] * part) / 65_535
            }
        }
    }

    private static func parametric(_ bytes: [UInt8]) -> ((Double) -> Double)? {
        guard bytes.has("para", at: 0), let kind = bytes.bigEndian(at: 8, count: 2), (0...4).contains(kind) else {
            return nil
        }
        let count = [1, 3, 4, 5, 7][kind]
        let p = (0..<count).compactMap { bytes.fixed(at: 12 + $0 * 4) }
        guard p.count == count else { return nil }
        switch kind {
        case 0: return { pow($0, p[0]) }
        case 1: return { p[1] * $0 + p[2] >= 0 ? pow(p[1] * $0 + p[2], p[0]) : 0 }
        case 2: return { p[1] * $0 + p[2] >= 0 ? pow(p[1] * $0 + p[2], p[0]) + p[3] : p[3] }
        case 3: return { $0 >= p[4] ? pow(p[1] * $0 + p[2], p[0]) : p[3] * $0 }
        default: return { $0 >= p[4] ? pow(p[1] * $0 + p[2], p[0]) + p[5] : p[3] * $0 + p[6] }
        }
    }
}

extension [UInt8] {
    /// Whether there is a text at a place.
    func has(_ text: String, at offset: Int) -> Bool {
        offset >= 0 && offset <= count && self[offset...].starts(with: text.utf8)
    }

    /// An `s15Fixed16Number` (ICC.1:2022, 4.6).
    fileprivate func fixed(at offset: Int) -> Double? {
        bigEndian(at: offset, count: 4).map { Double(Int32(truncatingIfNeeded: $0)) / 65_536 }
    }
}
