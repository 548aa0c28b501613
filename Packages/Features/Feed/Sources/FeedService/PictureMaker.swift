import AtomicFiles
import CryptographyAPI
import FeedContract
import FoundationEssentials
import PicturesAPI

/// Makes a picture and its smaller sizes of a file, and keeps them under their
/// digests.
struct PictureMaker: Sendable {
    /// A picture that is kept.
    struct Size: Sendable {
        let picture: ProcessedPicture
        let digest: String
    }

    let files: ImageFiles
    let hashing: any Hashing
    let pictures: any PictureProcessing

    /// Makes the picture, then the smaller ones from the widest on.
    ///
    /// - Parameter keepsWhole: Whether the first is kept, or only described.
    func make(of path: String, keepsWhole: Bool = true) async throws -> [Size] {
        let results = try await pictures.process(file: path, widths: FeedContract.widths, into: files.incoming)
        do {
            var sizes: [Size] = []
            for (index, result) in results.enumerated() {
                let digest = try await digest(of: result.path)
                if index > 0 || keepsWhole {
                    try await files.adopt(result.path, digest: digest)
                } else {
                    try AtomicFile(path: result.path).remove()
                }
                sizes.append(Size(picture: result, digest: digest))
            }
            return sizes
        } catch {
            // Those that are adopted hurt nobody, and serve the next attempt.
            for result in results { try? AtomicFile(path: result.path).remove() }
            throw error
        }
    }

    /// Reads the file where it is, without taking it into memory.
    @concurrent func digest(of path: String) async throws -> String {
        try hashing.sha256(Data(contentsOf: URL(filePath: path), options: .alwaysMapped)).hexadecimal
    }
}
