import FoundationEssentials
import Glibc
import KernelTesting
import PicturesAPI
import PicturesGD
import PluginKit
import Testing

/// Pictures as the server has them, in a folder of their own.
struct Workshop {
    let folder: TemporaryFolder
    let pictures: any PictureProcessing

    init(_ limits: PictureLimits = PictureLimits(), program: WorkerProgram = WorkerProgram(path: workerPath)) throws {
        folder = try TemporaryFolder()
        pictures = PicturesPlugin.assemble(.init(limits: limits, program: program)).exports.pictures
    }

    func process(_ content: Data, widths: [Int] = []) async throws -> [ProcessedPicture] {
        let path = folder.path(of: "upload")
        try content.write(to: URL(filePath: path))
        return try await pictures.process(file: path, widths: widths, into: folder.path)
    }

    /// The error that processing throws; nil if it succeeds.
    func refusal(of content: Data, widths: [Int] = []) async throws -> PictureError? {
        do {
            _ = try await process(content, widths: widths)
            return nil
        } catch let error as PictureError {
            return error
        }
    }

    func content(of picture: ProcessedPicture) throws -> Data {
        try Data(contentsOf: URL(filePath: picture.path))
    }
}

/// The program `PictureWorkerProgram`, which was built beside the tests.
let workerPath: String = {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink("/proc/self/exe", &buffer, buffer.count)
    let program = String(decoding: buffer.prefix(max(0, count)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return (program.lastIndex(of: "/").map { String(program[..<$0]) } ?? ".") + "/PictureWorkerProgram"
}()

extension ProcessedPicture {
    /// Whether the file can be decoded to what the description says.
    var isWhole: Bool {
        guard let bitmap = decoded() else { return false }
        return bitmap.width == width && bitmap.height == height
    }

    /// The picture decoded once more.
    func decoded() -> Bitmap? {
        Bitmap.decode(open(path, O_RDONLY), as: format)
    }

    /// Expects the corners of the sample where turning it leaves them.
    func expectCorners(as orientation: Orientation) throws {
        // Where what was stored at the top left, top right and bottom left goes.
        let corners: [Orientation: [String]] = [
            .upright: ["top left", "top right", "bottom left"], .mirrored: ["top right", "top left", "bottom right"],
            .upsideDown: ["bottom right", "bottom left", "top right"],
            .upsideDownMirrored: ["bottom left", "bottom right", "top left"],
            .leftMirrored: ["top left", "bottom left", "top right"], .left: ["top right", "bottom right", "top left"],
            .rightMirrored: ["bottom right", "top right", "bottom left"],
            .right: ["bottom left", "top left", "bottom right"],
        ]
        guard let bitmap = decoded() else {
            Issue.record("the result can't be decoded")
            return
        }
        for (channel, corner) in try #require(corners[orientation]).enumerated() {
            let pixel = bitmap.pixel(
                x: corner.hasSuffix("left") ? 3 : width - 4, y: corner.hasPrefix("top") ? 3 : height - 4)
            #expect(pixel[channel] > 200, "\(corner): \(pixel)")
        }
    }
}
