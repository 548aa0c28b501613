import CoreModels
import CurlKit

extension SMTPSettings {
    /// Sets how the mail server is reached and what it is told to let us in.
    ///
    /// - Parameters:
    ///   - password: Read by whoever begins; nil where there is no login.
    ///   - timeout: How long all of it may take.
    func configure(_ handle: CurlEasyHandle, password: Secret?, timeout: Duration) throws(CurlError) {
        try handle.set(.url, url)
        try handle.set(.protocols, "smtp,smtps")
        // What the environment names is a proxy for the web.
        try handle.set(.noProxy, "*")
        try handle.set(.connectTimeout, Int(min(timeout, .seconds(15)) / .milliseconds(1)))
        try handle.set(.totalTimeout, Int(timeout / .milliseconds(1)))
        try handle.set(.replyTimeout, Int((timeout / .seconds(1)).rounded(.up)))
        if security == .starttls { try handle.set(.useTLS, CurlTLSUse.required) }
        try handle.set(.tlsVersion, CurlTLSVersion.atLeast12)
        if let file = authorityFile {
            try handle.set(.authorityFile, file)
            try handle.set(.authorityFolder, nil)
        }
        if let login, let password {
            try handle.set(.userName, login.name)
            try password.withText { text throws(CurlError) in
                guard let text else { throw CurlError(code: .badArgument, reason: "The password isn't UTF-8") }
                try handle.set(.password, text)
            }
        }
        // Mail is rare: a connection that was kept would be closed by now, and
        // that it is would show only after the letter was begun.
        try handle.set(.freshConnection, true)
        try handle.set(.forbidReuse, true)
    }
}
