/// Lines of a text that are sorted, and among which a new one has its place.
struct SortedLines {
    let file: String
    /// How each of them begins.
    let prefix: String
    /// The line after which they come, when others begin like them.
    var marker: String?

    /// The text with one more line; as it was if it has the line.
    ///
    /// - Throws: ``ScaffoldError/noPlace(file:text:)`` when there are none.
    func adding(_ line: String, to text: String) throws(ScaffoldError) -> String {
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        var start = 0
        if let marker {
            guard let index = lines.firstIndex(of: marker) else { throw .noPlace(file: file, text: marker) }
            start = index
        }
        guard let first = lines[start...].firstIndex(where: { $0.hasPrefix(prefix) }) else {
            throw .noPlace(file: file, text: prefix)
        }
        let end = lines[first...].firstIndex { !$0.hasPrefix(prefix) } ?? lines.endIndex
        guard !lines[first..<end].contains(line) else { return text }
        lines.insert(line, at: lines[first..<end].firstIndex { $0 > line } ?? end)
        return lines.joined(separator: "\n")
    }
}
