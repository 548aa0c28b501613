import AtomicFiles
import CoreModels
import CryptographyAPI
import FeedContract
import FoundationEssentials
import Glibc
import PicturesAPI

/// Makes a picture and its smaller sizes of a file, and keeps them under their
/// digests as long as rows name them.
struct PictureMaker: Sendable {
    /// A picture that is kept.
    struct Size: Sendable {
        let picture: ProcessedPicture
        let digest: String
    }

    let unnamed: UnnamedFiles
    let hashing: any Hashing
    let pictures: any PictureProcessing

    var files: ImageFiles { unnamed.files }

    /// Makes the picture, then the smaller ones from the widest on.
    ///
    /// - Parameters:
    ///   - widths: How wide the smaller ones are.
    ///   - keepsWhole: Whether the first is kept, or only described.
    ///   - name: Makes the rows that name the files. Those that it leaves without
    ///     a row are removed again.
    func make<Value>(
        of path: String, widths: [Int] = FeedContract.widths, keepsWhole: Bool = true,
        name: ([Size]) async throws -> Value
    ) async throws -> Value {
        let results = try await pictures.process(file: path, widths: widths, into: files.incoming)
        do {
            var sizes: [Size] = []
            for result in results {
                sizes.append(Size(picture: result, digest: try await digest(of: result.path)))
            }
            let kept = sizes.dropFirst(keepsWhole ? 0 : 1)
            return try await unnamed.releasing(kept.map(\.digest)) {
                for size in kept { try await files.adopt(size.picture.path, digest: size.digest) }
                if !keepsWhole, let whole = results.first { try AtomicFile(path: whole.path).remove() }
                return try await name(sizes)
            }
        } catch {
            for result in results { try? AtomicFile(path: result.path).remove() }
            throw error
        }
    }

    /// Reads the file where nothing else waits, one file at a time: that takes
    /// as long as many requests.
    ///
    /// A file that is mapped would end the program when the disk doesn't give a
    /// page.
    func digest(of path: String) async throws -> String {
        try await ImageFiles.onDisk { [hashing] in
            guard let content = try AtomicFile(path: path).contents() else {
                throw FileError(call: "open", path: path, code: ENOENT)
            }
            return try hashing.sha256(content).hexadecimal
        }
    }
}
