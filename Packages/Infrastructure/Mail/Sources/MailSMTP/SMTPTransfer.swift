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
        try settings.configure(handle, password: password, timeout: settings.timeout)
        try handle.set(.mailSender, sender.text)
        try handle.set(.mailRecipients, [recipient.text])
        try handle.set(.upload, true)
        try handle.set(.uploadSize, letter.count)
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
