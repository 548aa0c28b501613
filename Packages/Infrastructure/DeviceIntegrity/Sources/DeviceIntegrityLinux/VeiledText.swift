/// A text that doesn't stand in the program as it reads: who searches it for what detectors look for finds nothing.
///
/// It keeps nobody from reading the source, which is open. Each byte is combined with a number that depends on its
/// place; tests name what each of them says.
struct VeiledText: Sendable {
    private let bytes: [UInt8]

    init(_ bytes: UInt8...) {
        self.bytes = bytes
    }

    var text: String {
        String(decoding: bytes.enumerated().map { $1 ^ UInt8(truncatingIfNeeded: 0xA7 &+ $0 &* 13) }, as: UTF8.self)
    }
}
