public import FoundationEssentials

/// Small files for tests.
public enum SampleImage {
    /// A PNG of one transparent pixel.
    public static let png =
        Data(
            base64Encoded:
                "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==")
        ?? Data()

    /// A GIF of two by two red pixels.
    public static let gif =
        Data(base64Encoded: "R0lGODdhAgACAIEAAMgeHgAAAAAAAAAAACwAAAAAAgACAAAIBgABCAQQEAA7") ?? Data()

    /// A WebP of two by two red pixels.
    public static let webp = Data(base64Encoded: "UklGRh4AAABXRUJQVlA4TBEAAAAvAUAAAAdQjyLXo/+BiOh/AAA=") ?? Data()

    /// An AVIF of two by two red pixels.
    public static let avif =
        Data(
            base64Encoded: """
                AAAAIGZ0eXBhdmlmAAAAAGF2aWZtaWYxbWlhZk1BMUIAAADrbWV0YQAAAAAAAAAhaGRscgAAAAAAAAAAcGljdAAAAAAAAAAAAAAAAAAA\
                AAAOcGl0bQAAAAAAAQAAAB5pbG9jAAAAAEQAAAEAAQAAAAEAAAETAAAAJwAAAChpaW5mAAAAAAABAAAAGmluZmUCAAAAAAEAAGF2MDFD\
                b2xvcgAAAABqaXBycAAAAEtpcGNvAAAAFGlzcGUAAAAAAAAAAgAAAAIAAAAQcGl4aQAAAAADCAgIAAAADGF2MUOBAAwAAAAAE2NvbHJu\
                Y2x4AAEADQAGgAAAABdpcG1hAAAAAAAAAAEAAQQBAoMEAAAAL21kYXQSAAoIGAA2iAhoNCAyGRlHh4Yhh5555oAAAJBAyRxhSgnBjgTN\
                EYw=
                """) ?? Data()

    /// A file with the first and the last bytes of a JPEG, for tests that count
    /// bytes; files of different contents differ.
    public static func jpeg(byteCount: Int = 64, content: UInt8 = 1) -> Data {
        let start: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0], end: [UInt8] = [0xFF, 0xD9]
        return Data(start + [UInt8](repeating: content, count: max(0, byteCount - 6)) + end)
    }
}
