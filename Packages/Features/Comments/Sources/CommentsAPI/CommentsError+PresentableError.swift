public import Presenting

extension CommentsError: PresentableError {
    /// A stable word for programs, in `snake_case`.
    public var code: String {
        switch self {
        case .connectivity, .waiting: "no_connectivity"
        case .busy: "server_busy"
        case .server: "server_error"
        case .kept(let error, _): error.code
        case .impossible(let obstacle): obstacle.code
        case .invalidData, .refused: "invalid_data"
        case .noComments: "not_found"
        case .imageNotFound: "image_not_found"
        case .commentNotFound, .unknownCursor: "comment_not_found"
        case .postponed, .tooMany: "too_many_comments"
        case .notTheAuthor: "not_the_author"
        case .notLoggedIn, .interrupted: "not_logged_in"
        case .emailNotVerified: "email_not_verified"
        case .cancelled: "cancelled"
        }
    }

    /// Of what kind it is.
    public var nature: FailureNature {
        switch self {
        case .connectivity, .waiting, .busy: .connectivity
        case .notLoggedIn, .interrupted: .credentials
        case .impossible, .noComments, .imageNotFound, .commentNotFound, .unknownCursor, .postponed, .tooMany,
            .notTheAuthor,
            .emailNotVerified, .refused:
            .refused
        case .invalidData, .server: .fault
        case .kept(let error, _): error.nature
        case .cancelled: .cancelled
        }
    }

    /// What the person can do next.
    public var nextSteps: [NextStep] {
        switch self {
        case .notLoggedIn: [.logIn]
        case .interrupted: [.logIn, .seeQueue]
        case .emailNotVerified: [.verify, .resend]
        case .waiting, .postponed: [.seeQueue]
        case .kept(let error, _): error.nextSteps + [.seeQueue]
        case .impossible(let obstacle): obstacle.nextSteps
        default: []
        }
    }
}
