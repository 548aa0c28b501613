/// A part of a list, and where the next part starts.
public struct Page<Item, Cursor> {
    /// The items of this part, in the list's order.
    public let items: [Item]
    /// What to ask for next; nil at the end of the list.
    public let next: Cursor?

    /// Creates a page.
    public init(items: [Item], next: Cursor?) {
        self.items = items
        self.next = next
    }
}

extension Page: Sendable where Item: Sendable, Cursor: Sendable {}
extension Page: Equatable where Item: Equatable, Cursor: Equatable {}
extension Page: Hashable where Item: Hashable, Cursor: Hashable {}
