import CoreModels
import CurlKit
import FoundationEssentials
import MailAPI

/// One letter on its way to a mail server.
final class SMTPTransfer: CurlTransfer {
    private let settings: SMTPSettings
    private let sender: EnvelopeAddress
    private let recipient: EnvelopeAddress
    private let letter: Data
    private let password: Secret?
    private let completion: (MailDeliveryError?) -> Void
    private var sentBytes = 0
    private var isInSession = false

    init(
        _ letter: Data, from sender: EnvelopeAddress, to recipient: EnvelopeAddress, _ settings: SMTPSettings,
        password: Secret?, _ completion: @escaping (MailDeliveryError?) -> Void
    ) {
        self.letter = letter
        self.sender = sender
        self.recipient = recipient
        self.settings = settings
        self.password = password
        self.completion = completion
    }

    func configure(_ handle: CurlEasyHandle) throws(CurlError) {
        try handle.set(.url, settings.url)
        try handle.set(.protocols, "smtp,smtps")
        // What the environment names is a proxy for the web.
        try handle.set(.noProxy, "*")
        try handle.set(.connectTimeout, 15_000)
        try handle.set(.totalTimeout, Int(settings.timeout / .milliseconds(1)))
        try handle.set(.replyTimeout, Int((settings.timeout / .seconds(1)).rounded(.up)))
        if settings.security == .starttls { try handle.set(.useTLS, CurlTLSUse.required) }
        try handle.set(.tlsVersion, CurlTLSVersion.atLeast12)
        if let file = settings.authorityFile {
            try handle.set(.authorityFile, file)
            try handle.set(.authorityFolder, nil)
        }
        if let login = settings.login, let password {
            try handle.set(.userName, login.name)
            try password.withText { text throws(CurlError) in
                guard let text else { throw CurlError(code: .badArgument, reason: "The password isn't UTF-8") }
                try handle.set(.password, text)
            }
        }
        try handle.set(.mailSender, sender.text)
        try handle.set(.mailRecipients, [recipient.text])
        try handle.set(.upload, true)
        try handle.set(.uploadSize, letter.count)
        // Mail is rare: a connection that was kept would be closed by now, and
        // that it is would show only after the letter was begun.
        try handle.set(.freshConnection, true)
        try handle.set(.forbidReuse, true)
    }

    /// Takes note that the server has greeted us and taken the login.
    ///
    /// A second time would be a second letter.
    func maySend(to address: String) -> Bool {
        defer { isInSession = true }
        return !isInSession
    }

    /// Ignores what the server says besides its codes.
    func receive(_ bytes: RawSpan) -> CurlReception { .taken }

    func provide(into buffer: inout MutableRawSpan) -> CurlProvision {
        let piece = letter.dropFirst(sentBytes).prefix(buffer.byteCount)
        unsafe buffer.withUnsafeMutableBytes { bytes in _ = unsafe piece.copyBytes(to: bytes) }
        sentBytes += piece.count
        return .provided(piece.count)
    }

    func finished(_ outcome: CurlOutcome) {
        completion(outcome.code == .ok ? nil : failure(outcome))
    }

    /// Only what the server says of this letter is for good (RFC 5321, section
    /// 4.2.1): a wrong password or a greeting with 554 are to be mended, and
    /// must not bury what waits.
    private func failure(_ outcome: CurlOutcome) -> MailDeliveryError {
        let reply = outcome.responseCode == 0 ? "" : " (the server answered \(outcome.responseCode))"
        let reason = outcome.reason + reply
        let isAboutLetter =
            isInSession && [.sendError, .weirdServerReply, .receiveError].contains(outcome.code)
            && (500..<600).contains(outcome.responseCode) && !Self.aboutLogin.contains(outcome.responseCode)
        return isAboutLetter ? .refused(reason: reason) : .postponed(reason: reason)
    }

    /// RFC 4954, section 6.
    private static let aboutLogin: Set<Int> = [530, 534, 535, 538]
}
