import CoreModels
import FoundationEssentials
import ScreensAPI

/// Words in the place of a picture: they are in the middle of it, however large it is,
/// and need neither scripts nor styles.
struct PictureOfWords {
    /// As many letters as fit into the narrowest picture of a row.
    private static let width = 20
    private let lines: [String]

    init(_ text: String) {
        lines = text.split(separator: " ").reduce(into: []) { lines, word in
            if let last = lines.last, last.count + 1 + word.count <= Self.width {
                lines[lines.count - 1] = last + " " + word
            } else {
                lines.append(String(word))
            }
        }
    }

    /// Without a size of its own it is as large as the place that it gets (CSS Images 3,
    /// section 5.2).
    var contents: FileContents {
        let height = 18, first = 5 - height / 2 * (lines.count - 1)
        let words = lines.enumerated().map { index, line in
            #"<tspan x="50%" dy="\#(index == 0 ? first : height)">\#(HTML.escaped(line))</tspan>"#
        }
        let picture = """
            <svg xmlns="http://www.w3.org/2000/svg"><rect width="100%" height="100%" fill="#30343b"/><text y="50%" \
            fill="#e6e6e6" font-family="system-ui, sans-serif" font-size="14" text-anchor="middle">\
            \(words.joined())</text></svg>
            """
        return FileContents(Data(picture.utf8), type: "image/svg+xml", version: nil, isFinal: false)
    }
}
