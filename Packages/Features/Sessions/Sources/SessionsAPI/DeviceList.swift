/// The devices on which a person is logged in, the one used last first.
public struct DeviceList: RandomAccessCollection, Hashable, Sendable {
    private let sessions: [DeviceSession]
    /// Whether the server knows where networks are; nil where it doesn't say.
    public let knowsPlaces: Bool?

    /// Creates a list.
    public init(_ sessions: [DeviceSession], knowsPlaces: Bool? = nil) {
        self.sessions = sessions
        self.knowsPlaces = knowsPlaces
    }

    /// Where it begins.
    public var startIndex: Int { sessions.startIndex }
    /// Where it ends.
    public var endIndex: Int { sessions.endIndex }
    /// One of them.
    public subscript(index: Int) -> DeviceSession { sessions[index] }
}
