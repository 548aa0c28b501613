import HTTPTransportAPI
import HTTPTypes
import Localization
import Presenting
import RegistrationAPI
import RegistrationContract

extension RegistrationError {
    /// What an answer that isn't a success means.
    init(_ answer: ServerAnswer) {
        let problem = answer.problem
        if problem.code == InvitationContract.Code.invitationOver.rawValue {
            self = .invitationOver
            return
        }
        switch (answer.status, problem.code.flatMap(RegistrationContract.Code.init)) {
        case (_, .emailAlreadyInUse), (.conflict, _): self = .emailAlreadyInUse
        case (_, .replayDetected): self = .replayDetected
        case (_, .abuseDetected), (.tooManyRequests, _): self = .abuseDetected(retryAfter: answer.retryAfter)
        case (_, .invalidData):
            let fields = InvalidField.fields(of: problem)
            self = fields.isEmpty ? .unknown : .invalidData(fields)
        default:
            // The account may be refused for want of a proof (RFC 9449).
            switch answer.refusal {
            case .session(let code, let text)?, .proof(let code, let text)?:
                self = .impossible(Obstacle(code: code, text))
            case .route? where answer.status == .notFound: self = .closed
            case .route(let obstacle)?: self = .impossible(obstacle)
            case .foreign?, nil: self = answer.obstacle.map(RegistrationError.init) ?? .unknown
            }
        }
    }

    private init(_ obstacle: AnswerObstacle) {
        switch obstacle.cause {
        case .busy: self = .busy(obstacle.text, retryAfter: obstacle.retryAfter)
        case .foreign: self = .connectivity(obstacle.text)
        }
    }
}

extension InvalidField {
    /// The fields that a server refused, in the order of the form.
    static func fields(of problem: ProblemDetails) -> [InvalidField] {
        let errors = problem.errors ?? []
        return Field.allCases.flatMap { field in
            errors.filter { $0.pointer == "/\(field.rawValue)" }.map { error in
                switch RegistrationContract.FieldCode(rawValue: error.code) {
                case .emptyName: .emptyName
                case .invalidName: .invalidName
                case .reservedName: .reservedName
                case .invalidEmail: .invalidEmail
                case .passwordTooLong: .passwordTooLong
                // The server may ask for more than this client knows, so its
                // own words say what.
                case .weakPassword, .commonPassword, .personalPassword, .predictablePassword, nil:
                    .refused(field, reason: error.reason)
                }
            }
        }
    }
}
