import CurlKit
import HTTPTransportAPI
import HTTPTransportFiles
import HTTPTypes

/// One request and its answer, on the thread of the loop.
final class HTTPExchange: CurlTransfer {
    private var outgoing: OutgoingRequest
    let preset: CurlPreset?
    private let settings: TransportSettings
    private let sink: any BodySink
    private var reader: HeadReader
    private var head: HTTPHead?
    private var upload: UploadFile?
    private var receivedBytes = 0
    private var sentBytes = 0
    private var timesSent = 0
    /// Why this side ended the transfer; then the library's code says little.
    private var failure: HTTPTransportError?

    init(_ outgoing: OutgoingRequest, preset: CurlPreset, settings: TransportSettings, sink: any BodySink) {
        self.outgoing = outgoing
        self.preset = preset
        self.settings = settings
        self.sink = sink
        reader = HeadReader(limit: outgoing.request.limits.maximumHeaderBytes)
    }

    private var limits: HTTPLimits { outgoing.request.limits }

    func configure(_ handle: CurlEasyHandle) throws(CurlError) {
        do {
            try handle.configure(outgoing, userAgent: settings.userAgent)
        } catch {
            failure = .invalidRequest(reason: error.reason)
            throw error
        }
        guard case .file(let path) = outgoing.request.body else { return }
        do {
            let file = try UploadFile(path: path)
            try handle.set(.postSize, file.size)
            upload = file
        } catch let error as HTTPTransportError {
            failure = error
            throw CurlError(code: .readError)
        } catch {
            throw CurlError(code: .readError)
        }
    }

    func maySend(to address: String) -> Bool {
        if outgoing.isPlain, !CurlURL.isLoopback(address) {
            failure = .insecureAddress
        } else if timesSent > 0, !outgoing.mayBeRepeated {
            failure = .connectivity(
                reason: "The connection closed before an answer came", server: outgoing.server,
                hasAnswered: settings.hasAnswered())
        }
        timesSent += 1
        return failure == nil
    }

    func receiveHead(_ lines: RawSpan, on handle: CurlEasyHandle) -> Bool {
        attempt { () throws(HTTPTransportError) in
            guard let head = try reader.take(lines) else { return }
            try begin(head, on: handle)
        } != nil
    }

    func receive(_ bytes: RawSpan) -> CurlReception {
        attempt { () throws(HTTPTransportError) -> CurlReception in
            if outgoing.delivery != .piecewise, receivedBytes + bytes.byteCount > limits.maximumResponseBytes {
                throw .tooLarge(limit: limits.maximumResponseBytes)
            }
            let reception = try sink.take(bytes)
            if reception == .taken { receivedBytes += bytes.byteCount }
            return reception
        } ?? .refused
    }

    func provide(into buffer: inout MutableRawSpan) -> CurlProvision {
        guard let upload else { return .provided(0) }
        do {
            let count = try upload.read(into: &buffer)
            sentBytes += count
            outgoing.request.uploadObserver?.report(
                TransferProgress(completedBytes: sentBytes, totalBytes: upload.size))
            return .provided(count)
        } catch {
            failure = error
            return .failed
        }
    }

    func seek(to offset: Int) -> Bool {
        guard let upload, upload.seek(to: offset) else { return false }
        sentBytes = offset
        return true
    }

    func finished(_ outcome: CurlOutcome) {
        if let failure {
            sink.end(.failure(ExchangeFailure(error: failure)))
        } else if outcome.code == .ok, let head {
            sink.end(.success(head))
        } else {
            let error = HTTPTransportError(
                outcome, isInHead: head == nil, outgoing, settings)
            sink.end(.failure(ExchangeFailure(error: error, isStall: outcome.isStall)))
        }
    }

    private func begin(_ head: HTTPHead, on handle: CurlEasyHandle) throws(HTTPTransportError) {
        let decoded = outgoing.delivery == .piecewise ? head : head.decoded
        switch outgoing.delivery {
        case .whole, .toFile:
            if outgoing.request.method != .head, let length = decoded.contentLength,
                length > limits.maximumResponseBytes
            {
                throw .tooLarge(limit: limits.maximumResponseBytes)
            }
        case .piecewise:
            // What follows may take for ever.
            do throws(CurlError) {
                try handle.set(.totalTimeout, 0)
                try handle.set(.lowestSpeedTime, 0)
            } catch { throw .invalidResponse(reason: error.reason) }
            // And whoever looks into the memory meanwhile finds no token.
            handle.forgetFields()
            outgoing = outgoing.withoutFields
        }
        try sink.begin(decoded)
        self.head = decoded
    }

    /// Keeps the error of `body` as the reason why the transfer ends.
    private func attempt<Value>(_ body: () throws(HTTPTransportError) -> Value) -> Value? {
        do {
            return try body()
        } catch {
            failure = error
            return nil
        }
    }
}
