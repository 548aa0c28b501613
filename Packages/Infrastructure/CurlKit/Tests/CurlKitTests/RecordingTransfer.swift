import CurlKit

/// A transfer of which a test decides what it does, and that keeps what comes.
final class RecordingTransfer: CurlTransfer {
    struct Record: Sendable {
        var outcome: CurlOutcome
        var received: [UInt8]
        var head: [UInt8]
        var peers: [String]
    }

    /// What the transfer does; each part has a harmless default.
    struct Behaviour: Sendable {
        var configure: @Sendable (CurlEasyHandle) throws(CurlError) -> Void
        var preset: CurlPreset?
        var maySend = true
        var takesHeads = true
        /// What is answered to the first deliveries; then all are taken.
        var receptions: [CurlReception] = []
        /// What is sent; nil makes providing fail.
        var upload: [UInt8]? = []
        var onPause: @Sendable () -> Void = {}
    }

    private var behaviour: Behaviour
    private var record = Record(outcome: CurlOutcome(code: .ok), received: [], head: [], peers: [])
    private var sent = 0
    private let completion: @Sendable (Record) -> Void

    init(_ behaviour: Behaviour, _ completion: @escaping @Sendable (Record) -> Void) {
        self.behaviour = behaviour
        self.completion = completion
    }

    var preset: CurlPreset? { behaviour.preset }

    func configure(_ handle: CurlEasyHandle) throws(CurlError) {
        try behaviour.configure(handle)
    }

    func maySend(to address: String) -> Bool {
        record.peers.append(address)
        return behaviour.maySend
    }

    func receiveHead(_ lines: RawSpan, on handle: CurlEasyHandle) -> Bool {
        lines.withUnsafeBytes { record.head += $0 }
        return behaviour.takesHeads
    }

    func receive(_ bytes: RawSpan) -> CurlReception {
        let reception = behaviour.receptions.isEmpty ? .taken : behaviour.receptions.removeFirst()
        if reception == .taken { bytes.withUnsafeBytes { record.received += $0 } }
        if reception == .paused { behaviour.onPause() }
        return reception
    }

    func provide(into buffer: inout MutableRawSpan) -> CurlProvision {
        guard let upload = behaviour.upload else { return .failed }
        let piece = upload[sent...].prefix(buffer.byteCount)
        buffer.withUnsafeMutableBytes { $0.copyBytes(from: piece) }
        sent += piece.count
        return .provided(piece.count)
    }

    func finished(_ outcome: CurlOutcome) {
        record.outcome = outcome
        completion(record)
    }
}

extension CurlLoop {
    /// Runs a transfer to its end.
    func run(_ behaviour: RecordingTransfer.Behaviour, _ ticket: CurlTicket = CurlTicket()) async
        -> RecordingTransfer.Record
    {
        await withCheckedContinuation { continuation in
            start(ticket, RecordingTransfer(behaviour) { continuation.resume(returning: $0) })
        }
    }
}
