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
    /// The mean colour: red, green and blue, a byte each.
    ///
    /// Only the last picture of a call tells it: they have it in common.
    public let tint: Int?

    /// Creates a description of a picture.
    public init(path: String, format: PictureFormat, width: Int, height: Int, byteCount: Int, tint: Int? = nil) {
        self.path = path
        self.format = format
        self.width = width
        self.height = height
        self.byteCount = byteCount
        self.tint = tint
    }
}

/// Why no picture could be made of a file.
public enum PictureError: Error, Hashable, Sendable {
    /// The content is of none of the formats, whatever the name says.
    case notAPicture
    /// The file begins like a picture and can't be decoded, or not to its end.
    case damaged
    /// The content is of a format that can't be decoded on this machine.
    case unsupported(PictureFormat)
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

extension PictureError: CustomStringConvertible {
    /// What logs say.
    public var description: String {
        switch self {
        case .notAPicture: "no picture"
        case .damaged: "damaged"
        case .unsupported(let format): "\(format.rawValue) can't be decoded here"
        case .animated: "it moves"
        case .tooManyPixels(let limit): "more than \(limit) pixels"
        case .tooDemanding: "too much memory or time"
        case .busy: "too many pictures wait"
        case .diskFull: "the disk is full"
        case .unavailable(let reason): reason
        }
    }
}
