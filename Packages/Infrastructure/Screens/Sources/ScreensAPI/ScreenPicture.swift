public import Localization

/// A picture on a screen.
public struct ScreenPicture: Hashable, Sendable {
    /// The same picture in another size.
    public struct Copy: Hashable, Sendable {
        /// Where its bytes are.
        public let place: Place
        /// How wide it is, in pixels.
        public let width: Int

        /// Creates a copy.
        public init(_ place: Place, width: Int) {
            self.place = place
            self.width = width
        }
    }

    /// How large a picture is, in pixels.
    public struct Size: Hashable, Sendable {
        /// In pixels, 1 or more.
        public let width, height: Int

        /// Creates a size; nil unless both are known and more than 0.
        public init?(width: Int?, height: Int?) {
            guard let width, let height, width > 0, height > 0 else { return nil }
            self.width = width
            self.height = height
        }
    }

    /// What it shows, for those who don't see it.
    public let alternative: ScreenText
    /// Where its bytes are.
    public let place: Place
    /// Smaller ones, the smallest first.
    public let copies: [Copy]
    /// How large it is; nil if nobody has looked yet.
    public let size: Size?
    /// Its mean colour, as in `#a0b1c2`.
    public let tint: String?

    /// Creates a picture.
    public init(_ alternative: ScreenText, at place: Place, copies: [Copy] = [], size: Size?, tint: String?) {
        self.alternative = alternative
        self.place = place
        self.copies = copies
        self.size = size
        self.tint = tint
    }
}

/// A picture among others, which leads to its own place.
public struct PictureTile: Hashable, Sendable {
    /// What tells it from all others, as the parameter does of the links that go on
    /// after the last one and before the first one.
    public let name: String
    /// The picture.
    public let picture: ScreenPicture
    /// Where one sees it alone.
    public let place: Place
    /// What it shows; nil if nobody said.
    public let title: ScreenText?
    /// What else there is to know, in one line.
    public let remarks: [ScreenText]

    /// Creates a tile.
    public init(
        _ picture: ScreenPicture, called name: String, to place: Place, title: ScreenText?, remarks: [ScreenText]
    ) {
        self.name = name
        self.picture = picture
        self.place = place
        self.title = title
        self.remarks = remarks
    }
}

/// Pictures that belong together.
public struct PictureGroup: Hashable, Sendable {
    /// What they have in common.
    public let heading: LocalizedText
    /// The pictures, in their order.
    public let tiles: [PictureTile]

    /// Creates a group.
    public init(_ heading: LocalizedText, _ tiles: [PictureTile]) {
        self.heading = heading
        self.tiles = tiles
    }
}
