import FoundationEssentials
import Locking
public import PicturesAPI

/// Makes pictures without looking at them: copies of what it is given, as JPEG
/// of 1600 × 1200, or the error that a test wants.
public final class PictureProcessingStub: PictureProcessing {
    private let error: PictureError?
    private let processed = Locked(0)

    /// Creates a stub.
    ///
    /// - Parameter error: What every call throws; nil to make pictures.
    public init(throwing error: PictureError? = nil) {
        self.error = error
    }

    /// How many files it was given.
    public var count: Int { processed.withLock { $0 } }

    /// Copies the file, and for each smaller width its bytes with one more.
    public func process(
        file: String, widths: [Int], into folder: String
    ) async throws(PictureError) -> [ProcessedPicture] {
        processed.withLock { $0 += 1 }
        if let error { throw error }
        let name = file.split(separator: "/").last.map(String.init) ?? "picture"
        var pictures: [ProcessedPicture] = []
        let sizes = [1_600] + widths.filter { $0 < 1_600 }.sorted(by: >)
        for (index, width) in sizes.enumerated() {
            let path = "\(folder)/\(name)-\(index)"
            do {
                var content = try Data(contentsOf: URL(filePath: file))
                content.insert(contentsOf: [UInt8](repeating: 0xFF, count: index), at: min(3, content.count))
                try content.write(to: URL(filePath: path))
                pictures.append(
                    ProcessedPicture(
                        path: path, format: .jpeg, width: width, height: width * 3 / 4, byteCount: content.count,
                        tint: index == sizes.count - 1 ? 0x33_66_99 : nil))
            } catch {
                throw .unavailable(reason: "\(error)")
            }
        }
        return pictures
    }
}
