import CoreModels
import FoundationEssentials
import SecurityMetricsServiceAPI

extension ForwardedEvent {
    /// Milliseconds since 1970.
    var milliseconds: Int64 { Int64((date.timeIntervalSince1970 * 1_000).rounded()) }

    /// When it was, with milliseconds; made of whole numbers, since formats cut fractions off.
    var time: String {
        let (seconds, fraction) = milliseconds.quotientAndRemainder(dividingBy: 1_000)
        let digits = "\(1_000 + fraction)".dropFirst()
        return "\(Date(timeIntervalSince1970: Double(seconds)).formatted(.iso8601).dropLast()).\(digits)Z"
    }

    /// Writes it as an object, its members by name.
    func write(to writer: inout JSONWriter) {
        writer.object { writer in
            if let account { writer.member("account"); writer.write(account) }
            if let actor { writer.member("actor"); writer.write(actor) }
            if let address { writer.member("address"); writer.write(address) }
            writer.member("at")
            writer.write(time)
            if let cause { writer.member("cause"); writer.write(cause) }
            writer.member("id")
            writer.write(id.lowercaseText)
            writer.member("kind")
            writer.write(kind)
            writer.member("outcome")
            writer.write(outcome.rawValue)
            writer.member("position")
            writer.write(position)
            if let program { writer.member("program"); writer.write(program) }
            if let session { writer.member("session"); writer.write(session) }
            writer.member("severity")
            writer.write(severity.rawValue)
            if let user { writer.member("user"); writer.write(user) }
        }
    }
}
