public import FoundationEssentials

/// A picture among the output, and what it shows in words.
///
/// The words are always printed, for those who can't see it and for pipes. The
/// picture is drawn above them where standard output is a terminal that can
/// show it; see ``Terminal/pictureDisplay()``.
public struct Picture: Hashable, Sendable {
    /// The file, a JPEG or PNG; of anything else only the words are printed.
    public let content: Data
    /// What it shows.
    public let description: StyledText
    /// The most columns it may take.
    public let maximumColumns: Int
    /// The most lines it may take.
    public let maximumRows: Int

    /// Creates a picture; it takes the whole screen at most.
    public init(
        _ content: Data, description: StyledText, maximumColumns: Int = .max, maximumRows: Int = .max
    ) {
        self.content = content
        self.description = description
        self.maximumColumns = maximumColumns
        self.maximumRows = maximumRows
    }
}

/// How a terminal shows pictures.
public struct PictureDisplay: Hashable, Sendable {
    /// By what means.
    public enum Means: Hashable, Sendable {
        /// The graphics protocol of kitty.
        case kitty
        /// Sixel graphics, as of the VT340.
        case sixel
        /// Two pixels in each character: half blocks in any colours.
        case blocks
        /// Half blocks in the 256 colours that many terminals have.
        case blocksIn256Colors
    }

    /// By what means.
    public let means: Means
    /// The columns of the screen.
    public let columns: Int
    /// The lines of the screen.
    public let rows: Int
    /// How many pixels a character is wide.
    public let cellWidth: Int
    /// How many pixels a character is high.
    public let cellHeight: Int

    /// Creates a description; by half blocks a character has one pixel by two.
    public init(_ means: Means, columns: Int, rows: Int, cellWidth: Int = 1, cellHeight: Int = 2) {
        self.means = means
        self.columns = columns
        self.rows = rows
        self.cellWidth = cellWidth
        self.cellHeight = cellHeight
    }

    /// How many pixels so many columns are wide, or those of the whole screen.
    public func pixels(ofColumns columns: Int = .max) -> Int {
        min(columns, self.columns) * cellWidth
    }
}

/// Pixels from left to right and top to bottom, each with red, green and blue.
public struct Bitmap: Hashable, Sendable {
    /// In pixels.
    public let width: Int
    /// In pixels.
    public let height: Int
    /// Three bytes for each pixel.
    public let bytes: [UInt8]

    /// Creates a bitmap; nil unless there are as many bytes as its size says,
    /// and at least one pixel.
    public init?(width: Int, height: Int, bytes: [UInt8]) {
        guard width > 0, height > 0, bytes.count == width * height * 3 else { return nil }
        self.width = width
        self.height = height
        self.bytes = bytes
    }
}

/// Makes pixels of the files of pictures, which nobody vouches for.
public protocol BitmapDecoding: Sendable {
    /// Decodes a file, in bounded memory; what is transparent becomes black.
    ///
    /// - Parameters:
    ///   - content: A JPEG or PNG.
    ///   - width: How wide the room for it is; it may be decoded smaller than it
    ///     is, as long as it still fills the room in one direction.
    ///   - height: How high the room is.
    /// - Returns: nil for what can't be decoded, or has too many pixels.
    func decode(_ content: Data, width: Int, height: Int) -> Bitmap?
}
