import ConsoleAPI
import ConsolePictures
import FoundationEssentials
import Testing

struct LibraryBitmapDecoderTests {
    private let decoder = LibraryBitmapDecoder()

    private func color(_ bitmap: Bitmap, _ column: Int, _ row: Int) -> [UInt8] {
        let start = (row * bitmap.width + column) * 3
        return Array(bitmap.bytes[start..<start + 3])
    }

    private func isNear(_ left: [UInt8], _ right: [UInt8]) -> Bool {
        zip(left, right).allSatisfy { abs(Int($0) - Int($1)) < 12 }
    }

    @Test(arguments: [Sample.jpeg, Sample.png]) func decodesItsPixels(file: Data) throws {
        let bitmap = try #require(decoder.decode(file, width: 100, height: 100))
        #expect(bitmap.width == 16 && bitmap.height == 8)
        for row in 0..<8 {
            #expect(isNear(color(bitmap, 0, row), [220, 20, 20]))
            #expect(isNear(color(bitmap, 15, row), [20, 20, 220]))
        }
    }

    @Test(arguments: [(320, 160, 320), (160, 500, 160), (500, 80, 160), (81, 41, 160), (90, 20, 40), (1, 40, 40)])
    func aLargeJPEGIsDecodedNoLargerThanOfUse(width: Int, height: Int, expected: Int) throws {
        let bitmap = try #require(decoder.decode(Sample.largeJPEG, width: width, height: height))
        #expect(bitmap.width == expected && bitmap.height == expected / 2)
    }

    @Test func whatIsTransparentBecomesBlack() throws {
        let bitmap = try #require(decoder.decode(Sample.transparent, width: 9, height: 9))
        #expect(bitmap.bytes == [0, 0, 0, 10, 200, 30])
    }

    @Test func whatIsNoPictureIsNone() {
        for text in ["", "GIF89a", "<svg/>", "\u{FF}", "RIFF"] {
            #expect(decoder.decode(Data(text.utf8), width: 9, height: 9) == nil)
        }
        for byte: UInt8 in [0xFF, 0x89] {
            #expect(decoder.decode(Data([byte]), width: 9, height: 9) == nil)
            #expect(decoder.decode(Data(repeating: byte, count: 10_000), width: 9, height: 9) == nil)
        }
    }

    @Test(arguments: [Sample.jpeg, Sample.png, Sample.largeJPEG]) func cutOffOrDamagedAnywhereItIsNoneOrSomething(
        file: Data
    ) {
        for count in 0..<file.count {
            _ = decoder.decode(file.prefix(count), width: 9, height: 9)
            var damaged = file
            damaged[count] ^= 0x55
            if let bitmap = decoder.decode(damaged, width: 9, height: 9) {
                #expect(bitmap.bytes.count == bitmap.width * bitmap.height * 3)
            }
        }
    }

    @Test func aBombIsNone() throws {
        #expect(decoder.decode(Sample.bomb, width: 9, height: 9) == nil)
        // The size stands in the frame header, after its length and precision
        // (ITU-T T.81, B.2.2); one is of a single pass, one of several.
        for (file, marker) in [(Sample.jpeg, 0xC0), (Sample.largeJPEG, 0xC2)] as [(Data, UInt8)] {
            var bomb = file
            let frame = try #require(bomb.firstRange(of: Data([0xFF, marker, 0, 17, 8])))
            bomb.replaceSubrange(frame.upperBound..<frame.upperBound + 4, with: [0xFD, 0xE8, 0xFD, 0xE8])
            #expect(decoder.decode(bomb, width: 9, height: 9) == nil)
        }
    }
}

/// Files that Pillow made.
private enum Sample {
    /// 16 × 8, red at the left and blue at the right.
    static let jpeg = data(
        """
        /9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAMCAgMCAgMDAwMEAwMEBQgFBQQEBQoHBwYIDAoMDAsKCwsNDhIQDQ4RDgsLEBYQERMUFRUVDA8X
        GBYUGBIUFRT/2wBDAQMEBAUEBQkFBQkUDQsNFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBT/wAAR
        CAAIABADAREAAhEBAxEB/8QAHwAAAQUBAQEBAQEAAAAAAAAAAAECAwQFBgcICQoL/8QAtRAAAgEDAwIEAwUFBAQAAAF9AQIDAAQRBRIhMUEG
        E1FhByJxFDKBkaEII0KxwRVS0fAkM2JyggkKFhcYGRolJicoKSo0NTY3ODk6Q0RFRkdISUpTVFVWV1hZWmNkZWZnaGlqc3R1dnd4eXqDhIWG
        h4iJipKTlJWWl5iZmqKjpKWmp6ipqrKztLW2t7i5usLDxMXGx8jJytLT1NXW19jZ2uHi4+Tl5ufo6erx8vP09fb3+Pn6/8QAHwEAAwEBAQEB
        AQEBAQAAAAAAAAECAwQFBgcICQoL/8QAtREAAgECBAQDBAcFBAQAAQJ3AAECAxEEBSExBhJBUQdhcRMiMoEIFEKRobHBCSMzUvAVYnLRChYk
        NOEl8RcYGRomJygpKjU2Nzg5OkNERUZHSElKU1RVVldYWVpjZGVmZ2hpanN0dXZ3eHl6goOEhYaHiImKkpOUlZaXmJmaoqOkpaanqKmqsrO0
        tba3uLm6wsPExcbHyMnK0tPU1dbX2Nna4uPk5ebn6Onq8vP09fb3+Pn6/9oADAMBAAIRAxEAPwD5/r8kP9Czxyv9Zj/Mk//Z
        """)
    /// The same.
    static let png = data(
        """
        iVBORw0KGgoAAAANSUhEUgAAABAAAAAICAIAAAB/FOjAAAAAHUlEQVR4nGO8IyLCgA1YMJzAKs6EVRQPGNVADAAACEUCFK1mVwcAAAAASUVO
        RK5CYII=
        """)
    /// The same of 320 × 160, in several passes.
    static let largeJPEG = data(
        """
        /9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABALDA4MChAODQ4SERATGCgaGBYWGDEjJR0oOjM9PDkzODdASFxOQERXRTc4UG1RV19iZ2hnPk1x
        eXBkeFxlZ2P/2wBDARESEhgVGC8aGi9jQjhCY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2P/wgAR
        CACgAUADASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAT/xAAWAQEBAQAAAAAAAAAAAAAAAAAABQT/2gAMAwEAAhADEAAAAYxnrgAA
        AAAAAASi/EAAAAAAAAAqEC2AAAAAAAABKL8QAAAAAAAACoQLYAAAAAAAAEovxAAAAAAAAAKhAtgAAAAAAAASi/EAAAAAAAAAqEC2AAAAAAAA
        BKL8QAAAAAAAACoQLYAAAAAAAAEovxAAAAAAAAAKhAtgAAAAAAAASi/EAAAAAAAAAqEC2AAAAAAAABKL8QAAAAAAAACoQLYAAAAAAAAEovxA
        AAAAAAAAKhAtgAAAAAAAASi/EAAAAAAAAA//xAAUEAEAAAAAAAAAAAAAAAAAAACQ/9oACAEBAAEFAkg//8QAFBEBAAAAAAAAAAAAAAAAAAAA
        cP/aAAgBAwEBPwFI/8QAFBEBAAAAAAAAAAAAAAAAAAAAcP/aAAgBAgEBPwFI/8QAFBABAAAAAAAAAAAAAAAAAAAAkP/aAAgBAQAGPwJIP//E
        ABQQAQAAAAAAAAAAAAAAAAAAAJD/2gAIAQEAAT8hSD//2gAMAwEAAgADAAAAEAQQQQQQQQQfvvvvvvvvvgQQQQQQQQQfvvvvvvvvvgQQQQQQ
        QQQfvvvvvvvvvgQQQQQQQQQfvvvvvvvvvgQQQQQQQQQfvvvvvvvvvgQQQQQQQQQfvvvvvvvvvgQQQQQQQQQfvvvvvvvvvgQQQQQQQQQfvvvv
        vvvvvgQQQQQQQQQfvvvvvvvvvgQQQQQQQQQfvvvvvvvvvv/EABQRAQAAAAAAAAAAAAAAAAAAAHD/2gAIAQMBAT8QSP/EABQRAQAAAAAAAAAA
        AAAAAAAAAHD/2gAIAQIBAT8QSP/EABQQAQAAAAAAAAAAAAAAAAAAAJD/2gAIAQEAAT8QSD//2Q==
        """)
    /// Two pixels, the first transparent.
    static let transparent = data(
        """
        iVBORw0KGgoAAAANSUhEUgAAAAIAAAABCAYAAAD0In+KAAAAEUlEQVR4nGP4//8/A9cJuf8AGK8E7X/iYwUAAAAASUVORK5CYII=
        """)
    /// 60 000 × 60 000 in a hundred bytes.
    static let bomb = data(
        """
        iVBORw0KGgoAAAANSUhEUgAA6mAAAOpgCAIAAAAPsOIVAAAAEUlEQVR4nGNgGAWjYBQMdwAAA+gAAbOm00YAAAAASUVORK5CYII=
        """)

    private static func data(_ text: String) -> Data {
        Data(base64Encoded: text.filter { !$0.isWhitespace })!
    }
}
