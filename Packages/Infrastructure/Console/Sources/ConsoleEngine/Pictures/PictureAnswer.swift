/// What a terminal says about its graphics.
package struct PictureAnswer: Sendable {
    /// Whether it speaks the graphics protocol of kitty.
    package private(set) var hasKittyGraphics = false
    /// Whether it shows sixels.
    package private(set) var hasSixel = false
    /// The pixels of a character.
    package var cell: (width: Int, height: Int)?
    /// Whether all has come: the last question is one that every terminal
    /// answers, and answers come in order.
    package private(set) var isComplete = false

    /// Shows one pixel to nobody (kitty's graphics protocol, "Querying support");
    /// asks for the size of a character (XTWINOPS 16 of xterm) and for the
    /// attributes of the device (DA1, ECMA-48, section 8.3.24).
    package static let question = "\u{1B}_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\\u{1B}[16t\u{1B}[c"

    /// Nothing was said.
    package init() {}

    /// Reads answers.
    package init(_ bytes: [UInt8]) {
        let text = String(decoding: bytes, as: UTF8.self)
        hasKittyGraphics = text.contains("\u{1B}_Gi=31;OK")
        for sequence in text.split(separator: "\u{1B}[").dropFirst(text.hasPrefix("\u{1B}[") ? 0 : 1) {
            let parameters = sequence.prefix { $0.isNumber || $0 == ";" || $0 == "?" }
            let numbers = parameters.split(separator: ";").map { Int($0) ?? 0 }
            switch sequence.dropFirst(parameters.count).first {
            case "t" where numbers.count == 3 && numbers[0] == 6: cell = (numbers[2], numbers[1])
            case "c" where parameters.hasPrefix("?"):
                hasSixel = numbers.dropFirst().contains(4)
                isComplete = true
            default: continue
            }
        }
    }
}
