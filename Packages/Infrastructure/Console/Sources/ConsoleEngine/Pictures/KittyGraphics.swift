import ConsoleAPI
import FoundationEssentials

/// The graphics protocol of kitty, which others speak as well
/// (https://sw.kovidgoyal.net/kitty/graphics-protocol/).
enum KittyGraphics {
    /// As many bytes at a time as the protocol allows.
    private static let chunk = 4_096

    /// Shows the pixels where the cursor stands, and asks for no answer.
    static func text(_ bitmap: Bitmap) -> String {
        let payload = Array(Data(bitmap.bytes).base64EncodedString().utf8)
        var text = ""
        for start in stride(from: 0, to: payload.count, by: chunk) {
            let end = min(start + chunk, payload.count)
            let keys = start == 0 ? "a=T,f=24,s=\(bitmap.width),v=\(bitmap.height),q=2," : ""
            text += "\u{1B}_G\(keys)m=\(end < payload.count ? 1 : 0);"
            text += String(decoding: payload[start..<end], as: UTF8.self) + "\u{1B}\\"
        }
        return text + "\n"
    }
}
