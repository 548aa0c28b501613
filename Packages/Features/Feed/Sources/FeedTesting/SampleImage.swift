public import FoundationEssentials

/// Small files for tests.
public enum SampleImage {
    /// A PNG of one transparent pixel.
    public static let png =
        Data(
            base64Encoded:
                "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==")
        ?? Data()

    /// A file with the first and the last bytes of a JPEG, for tests that count
    /// bytes; files of different contents differ.
    public static func jpeg(byteCount: Int = 64, content: UInt8 = 1) -> Data {
        let start: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0], end: [UInt8] = [0xFF, 0xD9]
        return Data(start + [UInt8](repeating: content, count: max(0, byteCount - 6)) + end)
    }
}
