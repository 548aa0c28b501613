/// Makes clean pictures of files that nobody vouches for.
///
/// What it makes holds the pixels, turned upright, and nothing else of the file:
/// no place, no time, no device, no comment, nothing after the picture's end.
/// Any number of calls may run at once; a few work and the others wait.
public protocol PictureProcessing: Sendable {
    /// Makes a picture of a file, and smaller ones of the same.
    ///
    /// - Parameters:
    ///   - file: The path of the file; its name tells nothing.
    ///   - widths: How wide the smaller ones are, in pixels; those that wouldn't
    ///     be smaller than the picture are left out.
    ///   - folder: Where the results go, as new files whose names begin with
    ///     that of `file`. Nothing is left there when the call throws.
    /// - Returns: The picture, then the smaller ones from the widest on.
    /// - Throws: ``PictureError``, each case for what it says.
    func process(
        file: String, widths: [Int], into folder: String
    ) async throws(PictureError) -> [ProcessedPicture]
}

/// A picture that was made.
public struct ProcessedPicture: Hashable, Sendable {
    /// Where it is; the file isn't known to be on the disk yet.
    public let path: String
    /// Its format: JPEG, or PNG where something is transparent or was without
    /// loss.
    public let format: PictureFormat
    /// In pixels.
    public let width: Int
    /// In pixels.
    public let height: Int
    /// The size of the file.
    public let byteCount: Int

    /// Creates a description of a picture.
    public init(path: String, format: PictureFormat, width: Int, height: Int, byteCount: Int) {
        self.path = path
        self.format = format
        self.width = width
        self.height = height
        self.byteCount = byteCount
    }
}

/// Why no picture could be made of a file.
public enum PictureError: Error, Hashable, Sendable {
    /// The content is of none of the formats, whatever the name says.
    case notAPicture
    /// The file begins like a picture and can't be decoded.
    case damaged
    /// A WebP that moves; only the first picture of a GIF could be shown.
    case animated
    /// There are more pixels than the limit.
    case tooManyPixels(limit: Int)
    /// Decoding takes more memory or time than a picture of that size should.
    case tooDemanding
    /// Too many pictures wait already; a later call may succeed.
    case busy
    /// There is no room left on the disk.
    case diskFull
    /// Something else failed on this machine; the reason is for the log.
    case unavailable(reason: String)
}
