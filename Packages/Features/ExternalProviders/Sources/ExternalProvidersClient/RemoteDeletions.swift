import ExternalProvidersAPI
import ExternalProvidersContract
import FoundationEssentials
import HTTPTransportAPI
import HTTPTypes

/// Asks the server what was deleted.
struct RemoteDeletions: ProviderDeletionReading {
    let stranger: ServerClient

    func deletion(_ code: String) async throws(ProviderError) -> ProviderDeletion? {
        let isCode =
            (1...64).contains(code.utf8.count)
            && code.utf8.allSatisfy {
                UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 || UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0
            }
        guard isCode else { return nil }
        let answer = try await asked { () async throws(HTTPTransportError) in
            try await stranger.get(ExternalProvidersContract.deletionStatusPath(of: code))
        }
        if answer.problem.code == ExternalProvidersContract.NoticeCode.unknownDeletion.rawValue { return nil }
        guard answer.status == .ok, let deletion = answer.decode(ExternalProvidersContract.Deletion.self) else {
            throw ProviderError(answer)
        }
        return ProviderDeletion(title: deletion.title, deletedAt: deletion.deletedAt)
    }
}
