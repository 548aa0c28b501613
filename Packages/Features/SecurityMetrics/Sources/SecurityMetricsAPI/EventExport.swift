public import FoundationEssentials

/// In which form events are exported.
public enum EventFormat: String, CaseIterable, Hashable, Sendable {
    /// JSON Lines, which prove themselves: each event as it was hashed, the hash of each that isn't wanted, and the
    /// signed heads.
    case jsonl
    /// A table for spreadsheets (RFC 4180).
    case csv
    /// ArcSight's Common Event Format, for what gathers events of many programs.
    case cef
}

/// A part of exported events.
public struct EventExport: Hashable, Sendable {
    /// Where a part ended.
    public struct Place: Hashable, Sendable {
        /// The place of the next event, from 0.
        public let position: Int
        /// How many events there were when the first part was made; later ones aren't in any.
        public let end: Int

        /// Creates a place.
        public init(position: Int, end: Int) {
            self.position = position
            self.end = end
        }
    }

    /// Its bytes; none where no event of it is wanted.
    public let bytes: Data
    /// From where the next part goes on; nil behind the last one.
    public let next: Place?

    /// Creates a value.
    public init(_ bytes: Data, next: Place?) {
        self.bytes = bytes
        self.next = next
    }
}
