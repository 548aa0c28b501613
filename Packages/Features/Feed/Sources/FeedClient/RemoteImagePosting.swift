import AtomicFiles
import CoreModels
import CryptographyAPI
import FeedAPI
import FeedContract
import FoundationEssentials
import HTTPTransportAPI
import HTTPTypes
import Localization

/// Sends pictures to the server, under a key that is the same for the same
/// picture and words: what was lost on the way can be posted again.
struct RemoteImagePosting: ImagePosting {
    let server: ServerClient
    let hashing: any Hashing
    /// Where forms are while they are sent.
    let folder: String

    /// A server that reads a picture may be silent for a while, and slow lines
    /// take long.
    private static let limits = HTTPLimits(total: .seconds(900), idle: .seconds(150))

    func post(
        _ draft: ImageDraft, progress: (@Sendable (ImageUploadProgress) -> Void)?
    ) async throws(ImagePostingError) -> FeedImage {
        let form = try await write(draft)
        let answer: ServerAnswer
        do throws(HTTPTransportError) {
            defer { try? form.file.remove() }
            answer = try await server.post(
                FeedContract.feedPath, file: form.file.path,
                contentType: "\(MediaType.multipartForm); boundary=\(form.boundary)",
                fields: [.idempotencyKey: form.key], limits: Self.limits,
                observer: progress.map { progress in
                    UploadObserver { sent in
                        progress(
                            ImageUploadProgress(
                                sentBytes: sent.completedBytes, totalBytes: sent.totalBytes ?? sent.completedBytes))
                    }
                })
        } catch {
            throw error.mapped(
                cancelled: ImagePostingError.cancelled, unreachable: ImagePostingError.connectivity,
                unintelligible: .invalidData, impossible: ImagePostingError.impossible)
        }
        guard answer.status == .created, let item = answer.decode(FeedContract.Item.self) else {
            throw ImagePostingError(answer)
        }
        return FeedImage(
            id: item.id, description: item.description, location: item.location,
            url: server.address.url(path: FeedContract.imagePath(item.id)))
    }

    private struct Form: Sendable {
        let file: AtomicFile
        let boundary: String
        let key: String
    }

    @concurrent private func write(_ draft: ImageDraft) async throws(ImagePostingError) -> Form {
        guard let content = try? Data(contentsOf: URL(filePath: draft.file), options: .mappedIfSafe) else {
            throw .unreadable(file: draft.file)
        }
        let texts: [(FeedContract.Field, String?)] = [
            (.description, draft.description), (.location, draft.location),
            (.visibility, draft.isPublic ? "public" : "members"),
        ]
        do {
            let digest = try hashing.sha256(content).hexadecimal
            // No argument of a program holds this character.
            let words = ([digest] + texts.map { $0.1 ?? "" }).joined(separator: "\u{0}")
            let key = try hashing.sha256(Data(words.utf8)).hexadecimal
            // Nothing can hold its own digest.
            let boundary = "essential-" + key.prefix(48)
            var body = Data()
            for case (let field, let text?) in texts {
                body += Data(Self.head(of: field, boundary).utf8) + Data("\r\n\(text)\r\n".utf8)
            }
            let head = Self.head(of: .image, boundary, parameters: "; filename=\"picture\"")
            body += Data((head + "Content-Type: application/octet-stream\r\n\r\n").utf8)
            body += content
            body += Data("\r\n--\(boundary)--\r\n".utf8)
            let file = AtomicFile(path: folder + "/" + UUID().uuidString)
            try file.replace(with: body, durability: .process)
            return Form(file: file, boundary: boundary, key: key)
        } catch let error as FileError {
            throw .impossible(code: "file_error", error.text)
        } catch {
            throw .impossible(code: "file_error", LocalizedText(verbatim: "\(error)"))
        }
    }

    private static func head(of field: FeedContract.Field, _ boundary: String, parameters: String = "") -> String {
        "--\(boundary)\r\nContent-Disposition: form-data; name=\"\(field.rawValue)\"\(parameters)\r\n"
    }
}

extension ImagePostingError {
    /// What an answer that isn't a success means.
    init(_ answer: ServerAnswer) {
        let problem = answer.problem
        switch answer.status {
        case .unauthorized: self = .notLoggedIn
        case .forbidden where problem.code == "email_not_verified": self = .emailNotVerified
        case .contentTooLarge: self = .tooLarge
        case .tooManyRequests, .serviceUnavailable, .insufficientStorage: self = .busy
        case .unprocessableContent:
            // The server explains in the language that was asked for.
            let first = problem.errors?.first
            let reason = first?.reason ?? problem.detail ?? problem.title
            self =
                reason.map {
                    .refused(code: first?.code ?? problem.code ?? "invalid_data", LocalizedText(verbatim: $0))
                }
                ?? .invalidData
        default: self = .invalidData
        }
    }
}
