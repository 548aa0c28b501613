import CoreModels
import FoundationEssentials
import KernelTesting
import QRCodes
import Testing

struct QRCodeTests {
    /// How many bytes each version holds with level M (ISO/IEC 18004, table 7).
    @Test(
        .requirement("MFA-01"),
        arguments: zip(1...10, [14, 26, 42, 62, 84, 106, 122, 152, 180, 213]))
    func theSmallestVersionThatFitsIsTaken(version: Int, capacity: Int) throws {
        let full = try #require(QRCode(Array(repeating: UInt8(ascii: "a"), count: capacity)))
        #expect(full.rows.count == 17 + 4 * version && full.rows.allSatisfy { $0.count == full.rows.count })
        let more = QRCode(Array(repeating: UInt8(ascii: "a"), count: capacity + 1))
        #expect(version == 10 ? more == nil : more?.rows.count == 21 + 4 * version)
    }

    /// Codes that another program made, each with the mask that is the easiest to read: a reader
    /// mends what is drawn wrongly, as long as it is little.
    static let vectors: [[Substring]] = {
        let folder = String(#filePath.dropLast("QRCodeTests.swift".count))
        let data = try? Data(contentsOf: URL(filePath: folder + "Vectors/codes.txt"))
        return String(decoding: data ?? Data(), as: UTF8.self).split(separator: "\n\n").map {
            $0.split(separator: "\n")
        }
    }()

    @Test(.requirement("MFA-01"), arguments: vectors) func eachModuleIsAsTheStandardHasIt(_ vector: [Substring]) throws
    {
        let text = try #require(vector.first), code = try #require(QRCode(Array(text.utf8)))
        #expect(code.rows.map { String($0.map { $0 ? Character("#") : "." }) } == vector.dropFirst().map(String.init))
    }

    @Test func vectorsOfEachVersionAreThere() {
        #expect(Set(Self.vectors.map { $0.count - 1 }) == Set(stride(from: 21, through: 57, by: 4)))
    }

    @Test func thePatternsThatReadersLookForAreThere() throws {
        let rows = try #require(QRCode(Secret("essential"))).rows, size = rows.count
        let finder = ["1111111", "1000001", "1011101", "1011101", "1011101", "1000001", "1111111"]
        func part(_ x: Int, _ y: Int) -> [String] {
            (y..<y + 7).map { row in String((x..<x + 7).map { rows[row][$0] ? Character("1") : "0" }) }
        }
        #expect(part(0, 0) == finder && part(size - 7, 0) == finder && part(0, size - 7) == finder)
        for position in 8..<size - 8 {
            #expect(rows[6][position] == (position % 2 == 0) && rows[position][6] == (position % 2 == 0))
        }
        #expect(rows[size - 8][8])
    }

    @Test func halfBlocksHaveALightMarginAroundThem() throws {
        let code = try #require(QRCode(Secret("essential"))), lines = code.lines
        #expect(lines.count == (code.rows.count + 2 * QRCode.margin + 1) / 2)
        #expect(lines.allSatisfy { $0.count == code.rows.count + 2 * QRCode.margin })
        #expect(lines.prefix(2).allSatisfy { $0.allSatisfy { $0 == "█" } })
    }

    /// Reads as a telephone does.
    @Test(.requirement("MFA-01"), arguments: [1, 14, 26, 42, 62, 84, 106, 122, 152, 180, 213])
    func aReaderReadsEachVersion(count: Int) async throws {
        var generator = SeededGenerator(seed: UInt64(count))
        let text = (0..<count).map { _ in UInt8.random(in: UInt8(ascii: "!")...UInt8(ascii: "~"), using: &generator) }
        let rows = try #require(QRCode(text)).rows, side = rows.count + 2 * QRCode.margin, scale = 4
        var picture = Data("P5 \(side * scale) \(side * scale) 255\n".utf8)
        for y in 0..<side * scale {
            for x in 0..<side * scale {
                let row = y / scale - QRCode.margin, column = x / scale - QRCode.margin
                let isDark = rows.indices.contains(row) && rows.indices.contains(column) && rows[row][column]
                picture.append(isDark ? 0 : 255)
            }
        }
        let folder = try TemporaryFolder(), path = folder.path(of: "code.pgm")
        try picture.write(to: URL(filePath: path))
        let read = try await ChildProcess.run(
            "zbarimg", ["--quiet", "--raw", "-Sdisable", "-Sqrcode.enable", path])
        #expect(read.exit == .status(0) && read.outputText == String(decoding: text, as: UTF8.self) + "\n")
    }
}
