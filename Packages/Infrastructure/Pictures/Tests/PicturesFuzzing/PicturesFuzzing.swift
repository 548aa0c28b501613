import Glibc
public import KernelTesting
import PicturesGD

/// What fuzzers try of the package.
public enum PicturesFuzzing {
    /// Heads of pictures, and profiles of their colours.
    public static let readers: [FuzzedReader] = [head, profile]

    private static let head = FuzzedReader("picture-head") { bytes in
        guard let file = unsafe tmpfile() else { preconditionFailure("no temporary file: \(errno)") }
        defer { unsafe fclose(file) }
        guard unsafe pwrite(fileno(file), bytes, bytes.count, 0) == bytes.count,
            let content = unsafe FileBytes(descriptor: fileno(file))
        else { return }
        guard let header = PictureHeader(of: content) else { return }
        precondition(header.width > 0 && header.height > 0, "a picture without an area")
        _ = ColourProfile(of: content, format: header.format)
    }

    private static let profile = FuzzedReader("colour-profile") { bytes in _ = ColourProfile(icc: bytes) }
}
