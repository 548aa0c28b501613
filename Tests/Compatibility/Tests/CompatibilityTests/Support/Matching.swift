/// Finds what a released answer has and today's doesn't.
///
/// Members that are new are fine. Of texts for people, and of what differs
/// each time, only the kind is compared.
struct Matching {
    /// Texts for people, which may be put better.
    static let texts: Set<String> = ["title", "detail", "reason"]

    var varies: Set<String> = []
    /// Whether members of ``texts`` are for people.
    var isProblem = false

    func differences(_ released: JSON, _ today: JSON, at pointer: String = "") -> [String] {
        switch (released, today) {
        case (.object(let released), .object(let today)):
            return released.sorted { $0.key < $1.key }.flatMap { name, value in
                let place = pointer + "/" + name
                return today[name].map { differences(value, $0, at: place) } ?? ["\(place) is missing"]
            }
        case (.list, .list) where varies.contains(pointer): return []
        case (.list(let released), .list(let today)):
            guard released.count == today.count else {
                return ["\(pointer) has \(today.count) items, not \(released.count)"]
            }
            return zip(released, today).enumerated().flatMap { index, pair in
                differences(pair.0, pair.1, at: pointer + "/\(index)")
            }
        case (.text, .text) where isForPeople(pointer) || varies.contains(pointer): return []
        case (.number, .number) where varies.contains(pointer): return []
        case _ where released == today: return []
        default: return ["\(pointer) is \(today), not \(released)"]
        }
    }

    private func isForPeople(_ pointer: String) -> Bool {
        isProblem && Self.texts.contains(String(pointer.split(separator: "/").last ?? ""))
    }

    /// What is missing in the text of metrics: each line stands for a series or
    /// its kind, whatever its value.
    func missingSeries(_ released: String, _ today: String) -> [String] {
        let present = Set(Self.series(today))
        return Self.series(released).filter { !present.contains($0) }.map { "\($0) is missing" }
    }

    private static func series(_ text: String) -> [String] {
        text.split(separator: "\n").filter { !$0.hasPrefix("# HELP") }.map { line in
            let end = line.hasPrefix("#") ? nil : line.lastIndex(of: " ")
            return String(end.map { line[..<$0] } ?? line)
        }
    }
}
