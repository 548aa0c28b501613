import CoreModels
import CryptographyOpenSSL
import FoundationEssentials
import Glibc
import Localization
import OfflineQueueAPI
import OfflineQueueClient
import PluginKit
import SecureStorageClient

/// Uses a queue until it is killed: `QueueHammer FOLDER enqueue|replay|drain`.
///
/// `enqueue` says each request once it is kept. `replay` and `drain` say each
/// one as it is sent: standard output plays the server, which may hear of one
/// more than once, but then with the same key.
@main
struct QueueHammer {
    static func main() async throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 3 else { exit(2) }
        let cryptography = try CryptographyPlugin.assemble(.init()).exports.cryptography
        let storage = try SecureStorageClientPlugin.assemble(
            .init(folder: arguments[1], cryptography: cryptography)
        ).exports
        let queue = OfflineQueueClientPlugin.assemble(
            .init(
                secrets: storage.secrets, locks: storage.locks, vault: storage.maintenance,
                handlers: { [SayingHandler()] }, patience: nil)
        ).exports.queue
        switch arguments[2] {
        case "enqueue":
            while true {
                let id = QueuedRequestID(.init())
                say("\(id)")
                try await queue.enqueue(
                    QueuedRequest(id: id, kind: .comment, subject: "", payload: Secret("text of \(id)")))
                say("kept")
            }
        case "replay", "drain":
            _ = try await queue.retry(.all)
            say("end \(try await queue.waiting().count)")
        default: exit(2)
        }
    }
}

private struct SayingHandler: QueuedRequestHandling {
    let kind = QueuedRequestKind.comment

    func perform(_ request: QueuedRequest) async -> QueuedRequestAnswer {
        guard request.payload.isEqual(to: Secret("text of \(request.id)")) else { exit(3) }
        say("\(request.id)")
        return .done(LocalizedText(verbatim: "said"))
    }
}

private func say(_ text: String) {
    let line = text + "\n"
    unsafe write(1, line, line.utf8.count)
}
