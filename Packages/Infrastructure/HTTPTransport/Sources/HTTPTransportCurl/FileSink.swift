import CurlKit
import FoundationEssentials
import HTTPTransportAPI
import HTTPTransportFiles
import HTTPTypes

/// Writes the body of a successful answer to a file that is not in place yet;
/// keeps that of any other answer in memory.
///
/// `@safe`: the continuation is resumed once, by `end`.
@safe
final class FileSink: BodySink {
    /// An answer, and the file that belongs in place with it.
    struct Received: Sendable {
        let response: HTTPResponse
        let file: PartialFile?
    }

    private let path: String
    private let progress: (@Sendable (TransferProgress) -> Void)?
    private let completion: Completion<Received>
    private var file: PartialFile?
    private var body = Data()
    private var completedBytes = 0
    private var totalBytes: Int?

    init(
        path: String,
        progress: (@Sendable (TransferProgress) -> Void)?,
        _ completion: Completion<Received>
    ) {
        self.path = path
        self.progress = progress
        unsafe self.completion = unsafe completion
    }

    func begin(_ head: HTTPHead) throws(HTTPTransportError) {
        guard head.status.isSuccess else { return }
        file = try PartialFile(for: path)
        totalBytes = head.contentLength
        report()
    }

    func take(_ bytes: RawSpan) throws(HTTPTransportError) -> CurlReception {
        if let file {
            try file.write(bytes)
            completedBytes += bytes.byteCount
            report()
        } else {
            unsafe bytes.withUnsafeBytes { unsafe body.append(contentsOf: $0) }
        }
        return .taken
    }

    func end(_ outcome: Result<HTTPHead, ExchangeFailure>) {
        // Gone before anyone hears of the failure.
        if case .failure = outcome { file?.discard() }
        unsafe completion.resume(
            returning: outcome.map {
                Received(response: HTTPResponse(status: $0.status, fields: $0.fields, body: body), file: file)
            })
    }

    private func report() {
        progress?(TransferProgress(completedBytes: completedBytes, totalBytes: totalBytes))
    }
}
