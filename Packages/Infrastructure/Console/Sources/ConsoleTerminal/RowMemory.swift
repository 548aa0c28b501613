import AtomicFiles
import ConsoleAPI
import CoreModels
import FoundationEssentials

/// Remembers in a file which rows the lists had that were shown last.
public struct RowMemory: Sendable {
    private let file: AtomicFile

    /// A strange file must not fill the memory.
    private static let maximumBytes = 16 * 1_024 * 1_024
    /// Nobody counts further.
    private static let maximumRows = 10_000

    /// Creates a memory; nothing is touched.
    public init(path: String) {
        file = AtomicFile(path: path)
    }

    /// Forgets all lists; what can't be removed is written over by the next one.
    public func forget() {
        try? file.remove()
    }

    func rows(of list: ListName) -> [UUID] {
        lists[list.word] ?? []
    }

    /// Those of lists that were shown before are known by their beginnings still.
    func knownRows(of list: ListName) -> [UUID] {
        let lists = lists
        return lists[Self.known(list)] ?? lists[list.word] ?? []
    }

    private static func known(_ list: ListName) -> String { list.word + " known" }

    /// What can't be kept only costs the convenience.
    func remember(_ rows: [UUID], of list: ListName) {
        var lists = lists
        let rows = Array(rows.prefix(Self.maximumRows))
        guard rows != lists[list.word] ?? [] else { return }
        lists[list.word] = rows
        var seen: Set<UUID> = []
        let known = (rows + (lists[Self.known(list)] ?? [])).filter { seen.insert($0).inserted }
        lists[Self.known(list)] = Array(known.prefix(Self.maximumRows))
        guard let content = try? WireCoding.encoder().encode(lists) else { return }
        try? file.replace(with: content, durability: .process)
    }

    private var lists: [String: [UUID]] {
        guard let content = (try? file.contents(limit: Self.maximumBytes)).flatMap({ $0 }) else { return [:] }
        return (try? WireCoding.decoder().decode([String: [UUID]].self, from: content)) ?? [:]
    }
}
