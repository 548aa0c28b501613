import CommentsAPI
import CommentsContract
import CoreModels
import HTTPTransportAPI
import HTTPTypes
import Localization

/// Loads comments from the server and posts them to it.
struct RemoteComments: CommentsLoading, CommentPosting {
    let server: ServerClient

    func loadComments(on image: ImageID) async throws(CommentsError) -> [ImageComment] {
        let answer = try await ask { server throws(HTTPTransportError) in
            try await server.get(CommentsContract.path(image))
        }
        guard answer.status.isSuccess, let list = answer.decode(CommentsContract.List.self) else {
            throw CommentsError(answer)
        }
        return list.items.map(ImageComment.init)
    }

    func post(_ message: CommentMessage, on image: ImageID) async throws(CommentsError) -> ImageComment {
        let draft = CommentsContract.Draft(message: message.description)
        let answer = try await ask { server throws(HTTPTransportError) in
            try await server.post(CommentsContract.path(image), json: draft)
        }
        guard answer.status == .created, let item = answer.decode(CommentsContract.Item.self) else {
            throw CommentsError(answer)
        }
        return ImageComment(item)
    }

    private func ask(
        _ request: (ServerClient) async throws(HTTPTransportError) -> ServerAnswer
    ) async throws(CommentsError) -> ServerAnswer {
        do throws(HTTPTransportError) {
            return try await request(server)
        } catch {
            switch error {
            case .cancelled: throw .cancelled
            case .connectivity, .timedOut, .tls: throw .connectivity(error.text)
            case .tooLarge, .invalidResponse: throw .invalidData
            case .insecureAddress, .credentialsUnavailable, .invalidRequest, .fileSystem:
                throw .impossible(code: error.code, error.text)
            }
        }
    }
}

extension CommentsError {
    /// What an answer that isn't a success means.
    init(_ answer: ServerAnswer) {
        let problem = answer.problem
        switch (answer.status, problem.code.flatMap(CommentsContract.Code.init)) {
        case (.unauthorized, _): self = .notLoggedIn
        case (_, .imageNotFound): self = .imageNotFound
        case (_, .emailNotVerified): self = .emailNotVerified
        case (_, .invalidData):
            // The server explains in the language that was asked for.
            let reason = problem.errors?.first?.reason ?? problem.detail ?? problem.title
            self = reason.map { .refused(LocalizedText(verbatim: $0)) } ?? .invalidData
        default: self = .invalidData
        }
    }
}

extension ImageComment {
    init(_ item: CommentsContract.Item) {
        self.init(id: item.id, message: item.message, createdAt: item.createdAt, username: item.author.username)
    }
}
