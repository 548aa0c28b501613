public import Localization
public import Presenting

extension RegistrationError: PresentableError {
    /// A stable word for programs, in `snake_case`.
    public var code: String {
        switch self {
        case .emailAlreadyInUse: "email_already_in_use"
        case .madeBefore: "registered_before"
        case .invalidData: "invalid_data"
        case .connectivity, .waiting: "no_connectivity"
        case .busy: "server_busy"
        case .impossible(let obstacle): obstacle.code
        case .abuseDetected: "abuse_detected"
        case .replayDetected: "replay_detected"
        case .closed: "registration_closed"
        case .invitationOver: "invitation_over"
        case .tokenStorageFailed: "token_storage_failed"
        case .unknown: "server_error"
        case .cancelled: "cancelled"
        }
    }

    /// Of what kind it is.
    public var nature: FailureNature {
        switch self {
        case .invalidData: .input
        case .connectivity, .waiting, .busy: .connectivity
        case .emailAlreadyInUse, .madeBefore, .impossible, .abuseDetected, .replayDetected, .closed, .invitationOver:
            .refused
        case .tokenStorageFailed, .unknown: .fault
        case .cancelled: .cancelled
        }
    }

    /// What was kept or left as it was.
    public var remark: LocalizedText? {
        switch self {
        case .connectivity, .busy, .impossible:
            LocalizedText(en: "Nothing was stored on this device.", es: "En este dispositivo no se guardó nada.")
        default: nil
        }
    }

    /// What the person can do next.
    public var nextSteps: [NextStep] {
        switch self {
        case .emailAlreadyInUse: [.recover, .logIn]
        case .madeBefore: [.logIn, .recover]
        case .tokenStorageFailed(let obstacle): obstacle.nextSteps + [.logIn]
        case .closed, .invitationOver: [.logIn]
        case .waiting: [.seeQueue]
        case .impossible(let obstacle): obstacle.nextSteps
        default: []
        }
    }

    /// The fields that can't be accepted, if it is about them.
    public var fields: [FieldFailure] {
        guard case .invalidData(let fields) = self else { return [] }
        return fields.map { FieldFailure(pointer: "/\($0.field.rawValue)", text: $0.text) }
    }

    /// Whether the request is kept on this device.
    public var isWaiting: Bool { if case .waiting = self { true } else { false } }
}
