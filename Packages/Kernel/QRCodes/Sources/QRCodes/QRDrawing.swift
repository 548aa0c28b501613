/// The modules of a QR code while it is drawn (ISO/IEC 18004, sections 6.3 and
/// 7.7 to 7.10).
struct QRDrawing {
    private(set) var rows: [[Bool]]
    /// Which modules belong to patterns, and hold no data.
    private var isFixed: [[Bool]]
    private let version: QRVersion
    private var size: Int { version.size }

    init(_ version: QRVersion) {
        self.version = version
        rows = Array(repeating: Array(repeating: false, count: version.size), count: version.size)
        isFixed = rows
        drawPatterns()
    }

    /// Draws the data, with one of the eight masks, and says which.
    mutating func draw(_ codewords: [UInt8], mask: Int) {
        drawFormat(mask)
        var index = 0
        for pair in stride(from: size - 1, through: 1, by: -2) {
            // The column of the timing pattern holds nothing else.
            let right = pair <= 6 ? pair - 1 : pair
            for step in 0..<size {
                let isUpward = (right + 1) & 2 == 0, y = isUpward ? size - 1 - step : step
                for x in [right, right - 1] where !isFixed[y][x] {
                    let bit = index < codewords.count * 8 && codewords[index >> 3] >> UInt8(7 - index & 7) & 1 == 1
                    rows[y][x] = bit != Self.isMasked(mask, x, y)
                    index += 1
                }
            }
        }
    }

    private static func isMasked(_ mask: Int, _ x: Int, _ y: Int) -> Bool {
        switch mask {
        case 0: (x + y) % 2 == 0
        case 1: y % 2 == 0
        case 2: x % 3 == 0
        case 3: (x + y) % 3 == 0
        case 4: (x / 3 + y / 2) % 2 == 0
        case 5: x * y % 2 + x * y % 3 == 0
        case 6: (x * y % 2 + x * y % 3) % 2 == 0
        default: ((x + y) % 2 + x * y % 3) % 2 == 0
        }
    }

    // MARK: Patterns

    private mutating func fix(_ x: Int, _ y: Int, _ isDark: Bool) {
        rows[y][x] = isDark
        isFixed[y][x] = true
    }

    private mutating func drawPatterns() {
        for position in 0..<size {
            fix(6, position, position % 2 == 0)
            fix(position, 6, position % 2 == 0)
        }
        for (x, y) in [(3, 3), (size - 4, 3), (3, size - 4)] { drawFinder(x, y) }
        drawAlignments()
        drawFormat(0)
        drawVersion()
    }

    private mutating func drawFinder(_ x: Int, _ y: Int) {
        for dy in -4...4 {
            for dx in -4...4 where rows.indices.contains(y + dy) && rows.indices.contains(x + dx) {
                let distance = max(abs(dx), abs(dy))
                fix(x + dx, y + dy, distance != 2 && distance != 4)
            }
        }
    }

    /// Everywhere but where the finders are.
    private mutating func drawAlignments() {
        let centres = version.alignment
        guard let last = centres.last else { return }
        for x in centres {
            for y in centres where !((x == 6 && y == 6) || (x == 6 && y == last) || (x == last && y == 6)) {
                drawAlignment(x, y)
            }
        }
    }

    private mutating func drawAlignment(_ x: Int, _ y: Int) {
        for dy in -2...2 { for dx in -2...2 { fix(x + dx, y + dy, max(abs(dx), abs(dy)) != 1) } }
    }

    /// Level M and the mask, twice, with a BCH code (section 7.9).
    private mutating func drawFormat(_ mask: Int) {
        var remainder = mask
        for _ in 0..<10 { remainder = remainder << 1 ^ (remainder >> 9) * 0x537 }
        let bits = (mask << 10 | remainder) ^ 0x5412
        func bit(_ index: Int) -> Bool { bits >> index & 1 == 1 }
        for index in 0...5 { fix(8, index, bit(index)) }
        fix(8, 7, bit(6))
        fix(8, 8, bit(7))
        fix(7, 8, bit(8))
        for index in 9..<15 { fix(14 - index, 8, bit(index)) }
        for index in 0..<8 { fix(size - 1 - index, 8, bit(index)) }
        for index in 8..<15 { fix(8, size - 15 + index, bit(index)) }
        fix(8, size - 8, true)
    }

    /// The version, twice, from 7 on (section 7.10).
    private mutating func drawVersion() {
        guard version.number >= 7 else { return }
        var remainder = version.number
        for _ in 0..<12 { remainder = remainder << 1 ^ (remainder >> 11) * 0x1F25 }
        let bits = version.number << 12 | remainder
        for index in 0..<18 {
            let isDark = bits >> index & 1 == 1, near = size - 11 + index % 3, far = index / 3
            fix(near, far, isDark)
            fix(far, near, isDark)
        }
    }

    // MARK: Choosing a mask

    /// How hard it is to read (section 7.8.3): runs, blocks, what looks like a
    /// finder, and too much of one colour.
    var penalty: Int {
        let columns = rows.indices.map { x in rows.map { $0[x] } }
        var blocks = 0
        for y in 1..<size {
            for x in 1..<size
            where rows[y][x] == rows[y - 1][x] && rows[y][x] == rows[y][x - 1] && rows[y][x] == rows[y - 1][x - 1] {
                blocks += 3
            }
        }
        let dark = rows.reduce(0) { $0 + $1.filter { $0 }.count }
        let imbalance = abs(dark * 20 - size * size * 10) / (size * size) * 10
        return (rows + columns).reduce(blocks + imbalance) { $0 + Self.penalty(of: $1) }
    }

    private static let finders: [[Bool]] = [
        [true, false, true, true, true, false, true, false, false, false, false],
        [false, false, false, false, true, false, true, true, true, false, true],
    ]

    private static func penalty(of line: [Bool]) -> Int {
        var penalty = 0, run = 0
        for index in line.indices {
            run = index > 0 && line[index] == line[index - 1] ? run + 1 : 1
            if run == 5 { penalty += 3 } else if run > 5 { penalty += 1 }
            if index + 11 <= line.count, finders.contains(Array(line[index..<index + 11])) { penalty += 40 }
        }
        return penalty
    }
}
