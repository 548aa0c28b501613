import FoundationEssentials

/// The format of a picture that is known to be a whole one.
enum PictureType: String {
    case jpeg = "image/jpeg"
    case png = "image/png"
    case webp = "image/webp"
    case gif = "image/gif"
    case avif = "image/avif"

    /// The first byte tells them apart.
    init(of picture: Data) {
        switch picture.first {
        case 0xFF: self = .jpeg
        case 0x89: self = .png
        case UInt8(ascii: "R"): self = .webp
        case UInt8(ascii: "G"): self = .gif
        default: self = .avif
        }
    }

    /// How the names of such files end.
    var fileEnding: String {
        self == .jpeg ? "jpg" : String(rawValue.dropFirst("image/".count))
    }
}
