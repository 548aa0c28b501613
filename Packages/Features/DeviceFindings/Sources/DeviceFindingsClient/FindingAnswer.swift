import HTTPTransportAPI
import HTTPTypes

/// What an answer means to a finding that the server was told of.
enum FindingAnswer: Hashable {
    /// The server has it.
    case taken
    /// The server never takes it, for its own reasons.
    case refused
    /// The server has no such route: it is older, or whoever runs it left that out.
    case notOffered
    /// Nobody knows; it waits.
    case later

    init(_ answer: ServerAnswer) {
        switch (answer.status, answer.refusal) {
        case (.noContent, _): self = .taken
        case (_, .route): self = .notOffered
        case (_, .some): self = .later
        case (.unprocessableContent, _) where answer.problem.code != nil: self = .refused
        default: self = .later
        }
    }
}
