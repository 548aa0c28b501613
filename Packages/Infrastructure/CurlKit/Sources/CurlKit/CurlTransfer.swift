/// What a transfer wants and what it does with the bytes that come.
///
/// Who starts a transfer gives it up to a ``CurlLoop``, which makes all calls
/// on its own thread, and forgets it after ``finished(_:)``, which comes
/// exactly once. So the transfer needs no lock for what is its own. The calls must not block: all
/// transfers of the loop wait for them.
public protocol CurlTransfer: AnyObject {
    /// The options that it has in common with others; set before its own.
    var preset: CurlPreset? { get }

    /// Sets the options; called first, and at most once.
    ///
    /// When it throws, the transfer ends with the error's code.
    func configure(_ handle: CurlEasyHandle) throws(CurlError)

    /// Says whether a request may be sent to the peer at `address`.
    ///
    /// Called once a connection is there; again when the library finds it
    /// closed and wants to send the request over another one.
    func maySend(to address: String) -> Bool

    /// Takes lines of the head, each with its line end; false ends the transfer.
    ///
    /// A head comes as a whole if it is no longer than 4 KB, else in some parts.
    /// What comes after the body, such as trailers, may be left out. Options
    /// may be set on `handle`.
    func receiveHead(_ lines: RawSpan, on handle: CurlEasyHandle) -> Bool

    /// Takes the next bytes of the body.
    func receive(_ bytes: RawSpan) -> CurlReception

    /// Writes the next bytes to be sent at the start of `buffer`.
    func provide(into buffer: inout MutableRawSpan) -> CurlProvision

    /// Goes to a position of what is sent; false if that is impossible.
    func seek(to offset: Int) -> Bool

    /// Takes note that the transfer has ended.
    func finished(_ outcome: CurlOutcome)
}

extension CurlTransfer {
    /// None.
    public var preset: CurlPreset? { nil }
    /// Agrees.
    public func maySend(to address: String) -> Bool { true }
    /// Ignores the lines.
    public func receiveHead(_ lines: RawSpan, on handle: CurlEasyHandle) -> Bool { true }
    /// Has nothing to send.
    public func provide(into buffer: inout MutableRawSpan) -> CurlProvision { .provided(0) }
    /// Can't seek.
    public func seek(to offset: Int) -> Bool { false }
}

/// What became of bytes that were handed to a transfer.
public enum CurlReception: Sendable, Hashable {
    /// They were taken.
    case taken
    /// They were not taken; they are handed over again after
    /// ``CurlLoop/resume(_:)``, and nothing is read from the peer until then.
    case paused
    /// They are unwelcome: the transfer ends with ``CurlCode/writeError``.
    case refused
}

/// What a transfer has to send.
public enum CurlProvision: Sendable, Hashable {
    /// So many bytes; none means that there are no more.
    case provided(Int)
    /// They can't be had: the transfer ends with ``CurlCode/aborted``.
    case failed
}
