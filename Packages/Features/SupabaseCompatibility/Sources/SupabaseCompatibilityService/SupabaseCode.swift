import HTTPTypes

/// The codes of Supabase that are answered here (`apierrors/errorcode.go` of supabase/auth).
enum SupabaseCode: String {
    case anonymousProviderDisabled = "anonymous_provider_disabled"
    case badJSON = "bad_json"
    case badJWT = "bad_jwt"
    case captchaFailed = "captcha_failed"
    case emailNotConfirmed = "email_not_confirmed"
    case insufficientLevel = "insufficient_aal"
    case invalidCredentials = "invalid_credentials"
    case mfaDisabled = "mfa_totp_enroll_not_enabled"
    case noAuthorization = "no_authorization"
    case notAdmin = "not_admin"
    case otpDisabled = "otp_disabled"
    case otpExpired = "otp_expired"
    case phoneProviderDisabled = "phone_provider_disabled"
    case providerDisabled = "provider_disabled"
    case reauthenticationNeeded = "reauthentication_needed"
    case requestLimit = "over_request_rate_limit"
    case refreshTokenNotFound = "refresh_token_not_found"
    case refreshTokenAlreadyUsed = "refresh_token_already_used"
    case samePassword = "same_password"
    case sessionNotFound = "session_not_found"
    case signupDisabled = "signup_disabled"
    case unexpectedFailure = "unexpected_failure"
    case userAlreadyExists = "user_already_exists"
    case userBanned = "user_banned"
    case validationFailed = "validation_failed"
    case weakPassword = "weak_password"

    /// What Supabase says where this server says something.
    static func of(_ problem: OwnProblem, _ status: HTTPStatus) -> (HTTPStatus, SupabaseCode) {
        if let known = table[problem.code] { return known }
        switch problem.code {
        case "invalid_grant": return (.badRequest, over(because: problem.reason))
        case "invalid_data": return invalid(problem)
        default:
            // The routes here speak the language already.
            if let own = SupabaseCode(rawValue: problem.code) { return (status, own) }
            if status == .tooManyRequests { return (status, .requestLimit) }
            return (status, status.rawValue < 500 ? .validationFailed : .unexpectedFailure)
        }
    }

    private static let table: [String: (HTTPStatus, SupabaseCode)] = [
        "account_closing": (.forbidden, .userBanned), "account_suspended": (.forbidden, .userBanned),
        "authentication_required": (.unauthorized, .noAuthorization), "captcha_required": (.badRequest, .captchaFailed),
        "dpop_proof_required": (.forbidden, .badJWT),
        "email_already_in_use": (.unprocessableContent, .userAlreadyExists),
        "email_not_verified": (.badRequest, .emailNotConfirmed),
        "insufficient_user_authentication": (.forbidden, .reauthenticationNeeded),
        "invalid_code": (.forbidden, .otpExpired), "invalid_credentials": (.badRequest, .invalidCredentials),
        "invalid_token": (.forbidden, .badJWT), "link_expired": (.forbidden, .otpExpired),
        "link_foreign": (.forbidden, .otpExpired), "link_unknown": (.forbidden, .otpExpired),
        "link_used": (.forbidden, .otpExpired), "malformed_json": (.badRequest, .badJSON),
        "second_factor_required": (.forbidden, .insufficientLevel), "session_ended": (.forbidden, .sessionNotFound),
        "token_expired": (.forbidden, .badJWT), "wrong_password": (.badRequest, .invalidCredentials),
    ]

    /// Why a refresh token is worth nothing, as far as that is told.
    private static func over(because reason: String?) -> SupabaseCode {
        switch reason {
        case "account_suspended", "account_closed": .userBanned
        case "token_reuse": .refreshTokenAlreadyUsed
        default: .refreshTokenNotFound
        }
    }

    private static func invalid(_ problem: OwnProblem) -> (HTTPStatus, SupabaseCode) {
        if !problem.weaknesses.isEmpty { return (.unprocessableContent, .weakPassword) }
        let codes = Set((problem.errors ?? []).map(\.code))
        if codes == ["same_password"] { return (.unprocessableContent, .samePassword) }
        // A code that can't be one is as good as a wrong one.
        if codes == ["invalid_code"] { return (.forbidden, .otpExpired) }
        return (.badRequest, .validationFailed)
    }
}
