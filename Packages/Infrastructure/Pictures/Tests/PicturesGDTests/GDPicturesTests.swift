import FoundationEssentials
import KernelTesting
import PicturesAPI
import PicturesGD
import PicturesTesting
import Testing

struct GDPicturesTests {
    @Test(arguments: PictureFormat.allCases) func makesAPictureOfEveryFormat(_ format: PictureFormat) async throws {
        let shop = try Workshop()
        let pictures = try await shop.process(SamplePicture.make(format, width: 72, height: 50))
        let picture = try #require(pictures.first)
        #expect(pictures.count == 1)
        #expect(picture.format == ([.png, .gif].contains(format) ? .png : .jpeg))
        #expect(picture.width == 72 && picture.height == 50)
        #expect(try shop.content(of: picture).count == picture.byteCount)
        #expect(picture.isWhole)
    }

    @Test func makesSmallerOnesThatKeepTheShape() async throws {
        let shop = try Workshop()
        let pictures = try await shop.process(
            SamplePicture.make(width: 800, height: 600), widths: [200, 400, 800, 900])
        #expect(pictures.map(\.width) == [800, 400, 200])
        #expect(pictures.map(\.height) == [600, 300, 150])
        for picture in pictures {
            let corner = picture.decoded()?.pixel(x: 3, y: 3) ?? []
            #expect(corner.count == 4 && corner[0] > 200 && corner[1] < 60)
        }
    }

    @Test(.requirement("FEED-50"), arguments: [[], [32], [32, 16, 8]]) func theLastPictureTellsTheMeanColour(
        widths: [Int]
    ) async throws {
        let shop = try Workshop()
        guard let half = Bitmap(width: 64, height: 64) else { throw PictureError.damaged }
        half.fill(x: 0..<64, y: 0..<32, colour: 0xFF_0000)
        half.fill(x: 0..<64, y: 32..<64, colour: 0x00_00FF)
        let upload = Data(half.encoded(as: .png) ?? [])
        let pictures = try await shop.process(upload, widths: widths)
        #expect(pictures.dropLast().allSatisfy { $0.tint == nil })
        let tint = try #require(pictures.last?.tint)
        for shift in [0, 16] { #expect((120...136).contains(tint >> shift & 0xFF), "\(String(tint, radix: 16))") }
        #expect(tint >> 8 & 0xFF < 8)
    }

    @Test(.requirement("IMG-41"), arguments: [SamplePicture.phoneJPEG(), SamplePicture.phoneHEIC()])
    func takesAwayWhatAPhoneSaysAboutItsOwner(_ upload: Data) async throws {
        let shop = try Workshop()
        #expect(upload.contains("Exif") && upload.contains(SamplePicture.camera))
        for picture in try await shop.process(upload, widths: [32]) {
            let content = try shop.content(of: picture)
            #expect(!content.contains("Exif") && !content.contains(SamplePicture.camera))
        }
    }

    /// The red corner ends at the top left, the green one to its right, however
    /// the phone was held (CIPA DC-008, figure of tag 0x0112).
    @Test(.requirement("IMG-41"), arguments: Orientation.allCases) func turnsThePictureUpright(
        _ orientation: Orientation
    ) async throws {
        let shop = try Workshop()
        let upload = SamplePicture.phoneJPEG(width: 64, height: 48, orientation: UInt8(orientation.rawValue))
        let picture = try #require(try await shop.process(upload).first)
        let isTurned = orientation.rawValue >= 5
        #expect(picture.width == (isTurned ? 48 : 64) && picture.height == (isTurned ? 64 : 48))
        try picture.expectCorners(as: orientation)
    }

    /// An AVIF says it in another way, which is read to mean the same (the table
    /// of libavif, in `avifImageIrotImirToExifOrientation`).
    @Test(
        .requirement("IMG-41"),
        arguments: [
            (0, nil, .upright), (1, nil, .right), (2, nil, .upsideDown), (3, nil, .left),
            (0, 0, .upsideDownMirrored), (0, 1, .mirrored), (1, 0, .leftMirrored), (1, 1, .rightMirrored),
            (2, 0, .mirrored), (2, 1, .upsideDownMirrored), (3, 0, .rightMirrored), (3, 1, .leftMirrored),
        ] as [(UInt8, UInt8?, Orientation)])
    func turnsAnAVIFOrHEICUpright(quarters: UInt8, mirror: UInt8?, orientation: Orientation) async throws {
        for format in [PictureFormat.avif, .heic] {
            let shop = try Workshop()
            let upload = SamplePicture.turned(format, quarters: quarters, mirror: mirror)
            let picture = try #require(try await shop.process(upload).first)
            #expect(picture.width == (quarters % 2 == 1 ? 48 : 64), "\(format)")
            try picture.expectCorners(as: orientation)
        }
    }

    @Test func whatIsTransparentStaysSo() async throws {
        let shop = try Workshop()
        let pictures = try await shop.process(
            SamplePicture.make(.webp, width: 80, height: 60, isTransparent: true), widths: [40])
        #expect(pictures.map(\.format) == [.png, .png])
        let alphas = pictures.map { $0.decoded()?.pixel(x: $0.width / 2, y: $0.height / 2)[3] ?? 0 }
        #expect(alphas.allSatisfy { (60...68).contains($0) })
    }

    @Test func aPictureLargerThanTheLimitIsMadeSmaller() async throws {
        let shop = try Workshop(PictureLimits(side: 100))
        let picture = try #require(try await shop.process(SamplePicture.make(width: 400, height: 300)).first)
        #expect(picture.width == 100 && picture.height == 75)
    }

    @Test func aFileLargerThanTheLimitIsMadeSmaller() async throws {
        let shop = try Workshop(PictureLimits(resultBytes: 2_000))
        let picture = try #require(try await shop.process(SamplePicture.make(width: 400, height: 300)).first)
        #expect(picture.byteCount <= 2_000 && picture.width < 400)
    }

    @Test func saysWhatIsWrongWithAFile() async throws {
        let shop = try Workshop(PictureLimits(pixels: 10_000))
        #expect(try await shop.refusal(of: Data("a text".utf8)) == .notAPicture)
        #expect(try await shop.refusal(of: Data()) == .notAPicture)
        #expect(try await shop.refusal(of: SamplePicture.make().prefix(600)) == .damaged)
        #expect(
            try await shop.refusal(of: SamplePicture.make(.png, width: 101, height: 100))
                == .tooManyPixels(limit: 10_000))
        #expect(shop.folder.files() == ["upload"])
    }

    @Test func whatTakesTooMuchMemoryIsRefused() async throws {
        let shop = try Workshop(PictureLimits(memory: 8 * 1_024 * 1_024))
        let refusal = try await shop.refusal(of: SamplePicture.make(.png, width: 3_000, height: 2_000))
        #expect(refusal == .damaged || refusal == .tooDemanding)
    }

    /// A worker whose time is over is ended by the system.
    @Test func whatTakesTooLongIsRefused() async throws {
        let shop = try Workshop(PictureLimits(side: 7_000, processorSeconds: 1))
        #expect(try await shop.refusal(of: SamplePicture.make(.png, width: 7_000, height: 7_000)) == .tooDemanding)
        #expect(shop.folder.files() == ["upload"])
    }

    @Test func aProgramThatIsNoWorkerIsNoPicturesFault() async throws {
        let shop = try Workshop(program: WorkerProgram(path: "/nonexistent"))
        guard case .unavailable? = try await shop.refusal(of: SamplePicture.make()) else {
            Issue.record("a missing program isn't reported")
            return
        }
        // A program that answers nonsense is trusted in nothing.
        let echo = try Workshop(program: WorkerProgram(path: "/bin/echo"))
        #expect(try await echo.refusal(of: SamplePicture.make()) == .damaged)
        #expect(echo.folder.files() == ["upload"])
    }

    @Test func manyAtOnceTakeTurns() async throws {
        let shop = try Workshop()
        let upload = SamplePicture.make(width: 200, height: 150)
        let pictures = shop.pictures, folder = shop.folder
        let results = try await withThrowingTaskGroup(of: [ProcessedPicture].self) { group in
            for index in 0..<8 {
                let path = folder.path(of: "upload-\(index)")
                try upload.write(to: URL(filePath: path))
                group.addTask { try await pictures.process(file: path, widths: [50], into: folder.path) }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(results.count == 8 && results.allSatisfy { $0.map(\.width) == [200, 50] })
    }
}

extension Data {
    func contains(_ text: String) -> Bool {
        firstRange(of: Data(text.utf8)) != nil
    }
}
