import AtomicFiles
import CoreModels
import CryptographyAPI
import FeedAPI
import FeedContract
import FoundationEssentials
import HTTPTransportAPI
import HTTPTypes
import Localization
import Presenting

/// Sends pictures to the server, under a key that is the same for the same
/// picture and words: what was lost on the way can be posted again.
struct RemoteImagePosting: ImagePosting {
    let server: ServerClient
    /// Asks the server in one person's name and in nobody else's.
    let serverOf: (@Sendable (UserID) -> ServerClient)?
    let hashing: any Hashing
    /// On whose disk forms are while they are sent, without a name.
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
            defer { withExtendedLifetime(form.file) {} }
            let own = draft.author.flatMap { author in serverOf?(author) } ?? server
            answer = try await own.post(
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
        guard answer.status == .created, let item = answer.decode(FeedContract.Item.self),
            let image = FeedImage(item, from: server.address)
        else { throw ImagePostingError(answer) }
        return image
    }

    private struct Form: Sendable {
        let file: NamelessFile
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
            // It says where the picture was taken: whatever ends the program ends
            // the file.
            let file = try NamelessFile(in: folder)
            for case (let field, let text?) in texts {
                try file.append(Data("\(Self.head(of: field, boundary))\r\n\(text)\r\n".utf8))
            }
            let head = Self.head(of: .image, boundary, parameters: "; filename=\"picture\"")
            try file.append(Data((head + "Content-Type: application/octet-stream\r\n\r\n").utf8))
            try file.append(content)
            try file.append(Data("\r\n--\(boundary)--\r\n".utf8))
            return Form(file: file, boundary: boundary, key: key)
        } catch let error as FileError {
            throw .impossible(Obstacle(code: "file_error", error.text))
        } catch {
            throw .impossible(Obstacle(code: "file_error", LocalizedText(verbatim: "\(error)")))
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
        case .forbidden where problem.code == "email_not_verified": self = .emailNotVerified
        // Whoever names no reason by its code isn't the server, which has said nothing.
        case .contentTooLarge where problem.code != nil: self = .tooLarge
        case .tooManyRequests where problem.code == FeedContract.tooManyPictures:
            self = .tooMany(retryAfter: answer.retryAfter)
        case .unprocessableContent where problem.code != nil:
            // The server explains in the language that was asked for.
            let first = problem.errors?.first
            let reason = [first?.reason, problem.detail, problem.title].compactMap(\.self).first { !$0.isEmpty }
            self =
                reason.map {
                    .refused(code: first?.code ?? problem.code ?? "invalid_data", LocalizedText(verbatim: $0))
                }
                ?? .refused(code: problem.code ?? "invalid_data", Self.refusedWithoutReason)
        default:
            switch (answer.refusal, answer.obstacle) {
            case (.session, _): self = .notLoggedIn
            case (.proof(let code, let text), _): self = .impossible(Obstacle(code: code, text))
            case (.route(let obstacle), _): self = .impossible(obstacle)
            case (_, let obstacle?):
                self =
                    obstacle.cause == .busy
                    ? .busy(retryAfter: obstacle.retryAfter) : .connectivity(obstacle.text)
            case (_, nil): self = answer.fault.map { .server($0) } ?? .invalidData
            }
        }
    }

    private static let refusedWithoutReason = LocalizedText(
        en: "The server doesn't say why.", es: "El servidor no dice por qué.")
}
