import Locking

/// What plugins contributed: a list for each extension point, and not one for
/// all, since whoever reads a point would else own what is contributed to the
/// others, itself included.
final class ExtensionPoints {
    private(set) var lists: [ObjectIdentifier: Locked<[any Sendable]>] = [:]

    subscript(_ point: any ExtensionPoint.Type) -> Locked<[any Sendable]> {
        if let list = lists[ObjectIdentifier(point)] { return list }
        let list = Locked<[any Sendable]>([])
        lists[ObjectIdentifier(point)] = list
        return list
    }

    func add(_ contributions: Contributions) {
        for part in contributions.parts.values { self[part.point].withLock { $0 += part.values } }
    }
}
