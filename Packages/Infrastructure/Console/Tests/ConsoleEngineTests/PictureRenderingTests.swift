import ConsoleAPI
import ConsoleEngine
import FoundationEssentials
import KernelTesting
import Localization
import Testing

/// Bitmaps stand for files: a byte each for width and height, then the pixels.
private struct DecoderStub: BitmapDecoding {
    func decode(_ content: Data, width: Int, height: Int) -> Bitmap? {
        guard content.count > 2 else { return nil }
        return Bitmap(width: Int(content[0]), height: Int(content[1]), bytes: Array(content[2...]))
    }
}

struct PictureRenderingTests {
    private static let red: [UInt8] = [255, 0, 0], green: [UInt8] = [0, 255, 0], blue: [UInt8] = [0, 0, 255]
    private static let escape = "\u{1B}"

    private func file(_ width: UInt8, _ height: UInt8, _ pixels: [[UInt8]]) -> Data {
        Data([width, height] + pixels.flatMap { $0 })
    }

    private func render(
        _ content: Data, _ means: PictureDisplay.Means, columns: Int = 80, rows: Int = 24, cell: (Int, Int) = (1, 2),
        maximumColumns: Int = .max
    ) -> String? {
        let display = PictureDisplay(means, columns: columns, rows: rows, cellWidth: cell.0, cellHeight: cell.1)
        return PictureRenderer(display, decoder: DecoderStub()).render(
            Picture(content, description: StyledText(verbatim: "x"), maximumColumns: maximumColumns))
    }

    @Test func aBlockHasTwoPixels() {
        let content = file(2, 3, [Self.red, Self.red, Self.blue, Self.green, Self.green, Self.green])
        let text = [
            "ESC[38;2;255;0;0mESC[48;2;0;0;255m▀ESC[48;2;0;255;0m▀ESC[0m\n", "ESC[38;2;0;255;0m▀▀ESC[0m\n",
        ].joined()
        #expect(render(content, .blocks) == text.replacing("ESC", with: Self.escape))
    }

    @Test(
        arguments: [
            ([255, 0, 0], 196), ([0, 0, 0], 16), ([255, 255, 255], 231), ([128, 128, 128], 244), ([8, 8, 8], 232),
            ([238, 238, 238], 255), ([95, 135, 175], 67),
        ] as [([UInt8], Int)])
    func theNearestOf256ColorsIsTaken(color: [UInt8], index: Int) {
        let text = render(file(1, 1, [color]), .blocksIn256Colors)
        #expect(text == "\(Self.escape)[38;5;\(index)m▀\(Self.escape)[0m\n")
    }

    @Test func kittyGetsThePixels() {
        let text = render(file(2, 1, [Self.red, Self.blue]), .kitty, cell: (10, 20))
        #expect(text == "\(Self.escape)_Ga=T,f=24,s=2,v=1,q=2,m=0;/wAAAAD/\(Self.escape)\\\n")
        let large = file(200, 100, [[UInt8]](repeating: [1, 2, 3], count: 20_000))
        let chunks = render(large, .kitty, cell: (10, 20))?.split(separator: "\(Self.escape)\\") ?? []
        #expect(chunks.dropLast().count == 20)
        #expect(
            chunks.dropLast(2).allSatisfy { $0.contains("m=1;") } && chunks.dropLast().last?.contains("m=0;") == true)
        #expect(chunks.dropLast().allSatisfy { $0.split(separator: ";").last?.count ?? 0 <= 4_096 })
    }

    @Test func sixelDrawsOneColorAfterAnother() {
        let content = file(2, 7, [[UInt8]](repeating: Self.red, count: 13) + [Self.blue])
        let start = "ESCP0;1q\"1;1;2;7#5;2;0;0;100#180;2;100;0;0"
        #expect(
            render(content, .sixel, cell: (10, 20))
                == "\(start)#180~~-#5?@$#180@?-ESC\\\n".replacing("ESC", with: Self.escape))
    }

    @Test func sixelWritesRunsOnce() {
        let content = file(100, 1, [[UInt8]](repeating: Self.red, count: 100))
        #expect(render(content, .sixel, cell: (10, 20))?.contains("#180!100@-") == true)
    }

    @Test(arguments: PictureDisplay.Means.allMeans)
    func fitsTheScreenInProportionAndGrowsNever(means: PictureDisplay.Means) throws {
        let content = file(200, 100, [[UInt8]](repeating: Self.red, count: 20_000))
        let cell = means == .blocks || means == .blocksIn256Colors ? (1, 2) : (10, 20)
        func size(columns: Int, rows: Int, maximumColumns: Int = .max) throws -> [Int] {
            let text = try #require(
                render(content, means, columns: columns, rows: rows, cell: cell, maximumColumns: maximumColumns))
            switch means {
            case .kitty:
                return text.split(separator: ",").compactMap { Int($0.dropFirst(2)) }.dropFirst().prefix(2) + []
            case .sixel: return text.split(separator: "#")[0].split(separator: ";").suffix(2).compactMap { Int($0) }
            default:
                let lines = text.split(separator: "\n")
                return [lines[0].count { $0 == "▀" }, lines.count * 2]
            }
        }
        #expect(try size(columns: 1_000, rows: 1_000) == [200, 100])
        #expect(try size(columns: 50 / cell.0, rows: 1_000) == [50, cell.0 == 1 ? 26 : 25])
        #expect(try size(columns: 1_000, rows: 40 / cell.1 + 1) == [80, 40])
        #expect(try size(columns: 1_000, rows: 1_000, maximumColumns: 20 / cell.0) == [20, 10])
    }

    @Test func aPixelIsTheMeanOfThoseItStandsFor() {
        let content = file(2, 2, [[0, 0, 0], [200, 100, 40], [0, 0, 0], [200, 100, 40]])
        #expect(render(content, .blocks, columns: 1) == "\(Self.escape)[38;2;100;50;20m▀\(Self.escape)[0m\n")
    }

    @Test func withoutRoomOrPixelsThereIsNone() {
        #expect(render(Data([1]), .blocks) == nil)
        #expect(render(file(1, 1, [Self.red]), .blocks, rows: 1) == nil)
        #expect(render(file(1, 1, [Self.red]), .blocks, columns: 0) == nil)
    }

    @Test func theDescriptionIsAlwaysPrintedAndCannotActOnTheTerminal() {
        let picture = Picture(file(1, 1, [Self.red]), description: StyledText(verbatim: "A quay\u{1B}[2J\nat dawn"))
        let display = PictureDisplay(.blocks, columns: 80, rows: 24)
        for pictures in [nil, PictureRenderer(display, decoder: DecoderStub())] {
            let text = TextRenderer(language: .english, width: 80, hasColors: true, pictures: pictures)
                .render([.picture(picture)])
            #expect(text.hasSuffix("A quay\\u{1b}[2J at dawn\n"))
            #expect(text.contains("▀") == (pictures != nil))
        }
        let damaged = Picture(Data(), description: StyledText(verbatim: "A quay"))
        let renderer = PictureRenderer(display, decoder: DecoderStub())
        #expect(
            TextRenderer(language: .english, width: 80, hasColors: true, pictures: renderer).render([.picture(damaged)])
                == "A quay\n")
    }
}

extension PictureDisplay.Means {
    fileprivate static let allMeans: [PictureDisplay.Means] = [.kitty, .sixel, .blocks, .blocksIn256Colors]
}
