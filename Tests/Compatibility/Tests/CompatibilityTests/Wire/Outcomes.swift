import AccountVerificationAPI
import AccountsAPI
import CaptchaAPI
import CommentsAPI
import CoreModels
import FeedAPI
import FoundationEssentials
import Localization
import LoginAPI
import PasswordQuality
import RegistrationAPI
import SessionsAPI

// What clients make of answers, in words of this suite: fixtures outlive the
// names of the cases. `failed` is whatever a person can only try again.

func outcome(_ name: String, _ members: [String: JSON] = [:]) -> [String: JSON] {
    members.merging(["outcome": .text(name)]) { own, _ in own }
}

private func seconds(_ duration: Duration?) -> [String: JSON] {
    duration.map { ["retry_after": .number($0 / .seconds(1))] } ?? [:]
}

extension User {
    var told: JSON {
        .object([
            "id": .text("\(id)"), "name": .text(name), "email": .text(email.description), "verified": .bool(isVerified),
            "since": .text(createdAt.formatted(.iso8601)),
        ])
    }
}

extension ImageComment {
    var told: JSON {
        .object([
            "id": .text("\(id)"), "message": .text(message), "by": .text(username),
            "at": .text(createdAt.formatted(.iso8601)),
        ])
    }
}

extension RegistrationError {
    var told: [String: JSON] {
        switch self {
        case .emailAlreadyInUse: outcome("address_in_use")
        case .invalidData(let fields): outcome("refused", ["fields": .list(fields.map(\.told))])
        case .abuseDetected(let retryAfter): outcome("too_many_attempts", seconds(retryAfter))
        case .replayDetected: outcome("replayed")
        case .impossible: outcome("impossible", ["code": .text(code)])
        case .unknown, .busy: outcome("failed")
        default: outcome("\(self)")
        }
    }
}

extension InvalidField {
    fileprivate var told: JSON {
        switch self {
        case .emptyName: .text("name: empty")
        case .invalidName: .text("name: invalid")
        case .reservedName: .text("name: reserved")
        case .invalidEmail: .text("email: invalid")
        case .weakPassword: .text("password: weak")
        case .passwordTooLong: .text("password: too long")
        case .guessablePassword(let problem): .text("password: \(problem.code)")
        case .refused(let field, let reason): .text("\(field.rawValue): \(reason)")
        }
    }
}

extension LoginError {
    var told: [String: JSON] {
        switch self {
        case .invalidCredentials: outcome("wrong_credentials")
        case .emailNotVerified: outcome("address_not_verified")
        case .invalidEmail: outcome("invalid_email")
        case .captchaRequired(let challenge): outcome("captcha_required", ["challenge": .text(challenge.text)])
        case .tooManyAttempts(let retryAfter): outcome("too_many_attempts", seconds(retryAfter))
        case .impossible: outcome("impossible", ["code": .text(code)])
        case .server, .busy: outcome("failed")
        default: outcome("\(self)")
        }
    }
}

extension AccountRenamingError {
    var told: [String: JSON] {
        switch self {
        case .unacceptable, .notProved: outcome(code)
        case .failed(let error): error.told
        }
    }
}

extension AccountLoadingError {
    var told: [String: JSON] {
        switch self {
        case .notLoggedIn: outcome("not_logged_in")
        case .server, .connectivity: outcome("failed")
        default: outcome("\(self)")
        }
    }
}

extension AddressConfirmationError {
    var told: [String: JSON] {
        switch self {
        case .malformedCode: outcome("malformed_code")
        case .wrongCode: outcome("wrong_code")
        case .wrongCodeOrPassword: outcome("wrong_code_or_password")
        case .passwordNeeded: outcome("password_needed")
        case .expiredCode: outcome("expired_code")
        case .usedCode: outcome("used_code")
        case .unknownLink: outcome("unknown_link")
        case .foreignLink: outcome("foreign_link")
        case .notLoggedIn: outcome("not_logged_in")
        case .server, .busy: outcome("failed")
        default: outcome("\(self)")
        }
    }
}

extension DeviceSession {
    var told: JSON {
        var told: [String: JSON] = [
            "id": .text("\(id)"), "device": device.map { .text($0) } ?? .null,
            "location": location.map { .text($0.name.english) } ?? .null, "since": .text(createdAt.formatted(.iso8601)),
            "used": .text(lastSeenAt.formatted(.iso8601)), "current": .bool(isCurrent),
            "suspicious": .bool(isSuspicious),
        ]
        if let country = location?.country { told["country"] = .text(country) }
        return .object(told)
    }
}

extension SecurityNews {
    var told: JSON {
        switch self {
        case .connected: .text("connected")
        case .disconnected: .text("disconnected")
        case .notice(let notice): notice.told
        }
    }
}

extension SecurityNotice {
    fileprivate var told: JSON {
        switch kind {
        case .sessionEnded(let id, let isCurrent, let reason):
            .text("session_ended \(id.map { "\($0)" } ?? "?") \(isCurrent) \(reason ?? "?")")
        case .emailVerified: .text("email_verified")
        case .passwordChanged: .text("password_changed")
        case .suspiciousAccess(let id, let device, let location, let reasons):
            .text(
                "suspicious_access \(id.map { "\($0)" } ?? "?") \(device ?? "?") \(location?.name.english ?? "?") "
                    + reasons.joined(separator: ","))
        case .wayInChanged(let way, let change, let provider):
            .text("way_in_changed \(way) \(change) \(provider ?? "?")")
        case .unknown(let word): .text("unknown \(word)")
        }
    }
}

extension SessionManagingError {
    var told: [String: JSON] {
        switch self {
        case .notLoggedIn: outcome("not_logged_in")
        case .unknownSession: outcome("session_not_found")
        case .currentSession: outcome("current_session")
        case .busy(let retryAfter): outcome("too_many_attempts", seconds(retryAfter))
        case .server: outcome("failed")
        default: outcome("\(self)")
        }
    }
}

extension FeedError {
    var told: [String: JSON] {
        switch self {
        case .unknownCursor: outcome("unknown_picture")
        case .notLoggedIn: outcome("not_logged_in")
        case .invalidData, .connectivity: outcome("failed")
        default: outcome("\(self)")
        }
    }
}

extension ImageDataError {
    var told: [String: JSON] {
        switch self {
        case .notFound: outcome("picture_not_found")
        case .notLoggedIn: outcome("not_logged_in")
        case .invalidData, .connectivity, .server: outcome("failed")
        default: outcome("\(self)")
        }
    }
}

extension CommentsError {
    var told: [String: JSON] {
        switch self {
        case .imageNotFound: outcome("picture_not_found")
        case .commentNotFound: outcome("comment_not_found")
        case .unknownCursor: outcome("unknown_place")
        case .tooMany: outcome("too_many_comments")
        case .notTheAuthor: outcome("not_the_author")
        case .notLoggedIn: outcome("not_logged_in")
        case .emailNotVerified: outcome("address_not_verified")
        case .refused(let reason): outcome("refused", ["reason": .text(reason.english)])
        case .invalidData, .server, .busy: outcome("failed")
        default: outcome("\(self)")
        }
    }
}
