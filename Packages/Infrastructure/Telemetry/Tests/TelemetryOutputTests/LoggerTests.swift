import CoreModels
import FoundationEssentials
import KernelTesting
import Locking
import TelemetryAPI
import TelemetryTesting
import Testing

struct LoggerTests {
    private let spy = LogSpy()

    @Test func writesWhatHappenedWithItsFields() {
        spy.logger.labelled("http").with(["server": "a"]).info("answered", ["status": 200, "server": "b"])
        let expected = LogRecord(
            level: .info, label: "http", message: "answered", fields: ["server": "b", "status": 200], requestID: nil)
        #expect(spy.records == [expected])
    }

    @Test func ranksLevels() {
        #expect(LogLevel.allCases == LogLevel.allCases.sorted())
        #expect(
            LogLevel.allCases.map(\.rawValue) == ["trace", "debug", "info", "notice", "warning", "error", "critical"])
    }

    @Test func makesNoFieldsBelowTheLevel() {
        let spy = LogSpy(minimumLevel: .notice)
        let made = Locked(0)
        func fields() -> LogFields {
            made.withLock { $0 += 1 }
            return [:]
        }
        spy.logger.trace("t", fields())
        spy.logger.debug("d", fields())
        spy.logger.info("i", fields())
        #expect(made.current == 0)
        spy.logger.notice("n", fields())
        spy.logger.warning("w", fields())
        spy.logger.error("e", fields())
        spy.logger.critical("c", fields())
        #expect(made.current == 4)
        #expect(spy.messages == ["n", "w", "e", "c"])
        #expect(!spy.logger.isEnabled(.info) && spy.logger.isEnabled(.notice))
    }

    @Test func knowsTheRequestOfItsTask() async {
        await LogContext.$requestID.withValue("r1") {
            spy.logger.info("a")
            await withTaskGroup { group in
                group.addTask { [spy] in spy.logger.info("b") }
            }
            spy.logger.log(.info, "c", requestID: "r2")
        }
        spy.logger.info("d")
        #expect(spy.records.map(\.requestID) == ["r1", "r1", "r2", nil])
    }

    @Test(.requirement("SANIT-03")) func redactsByTypeAndByName() {
        let secret = Secret("hunter2")
        spy.logger.info(
            "login",
            [
                "a": secret, "c": [secret], "d": Optional(secret),
                "new_password": "hunter2", "Authorization": "hunter2", "refresh-token": "hunter2",
                "set.cookie": "hunter2",
                "otp": ["hunter2"], "token_count": 2, "password_length": "short",
            ])
        #expect(!spy.text.contains("hunter2"))
        #expect(
            spy.text.contains(
                #""fields":{"a":"<redacted>","c":["<redacted>"],"d":"<redacted>","#
                    + #""new_password":"<redacted>","Authorization":"<redacted>","refresh-token":"<redacted>","#
                    + #""set.cookie":"<redacted>","otp":"<redacted>","token_count":2,"password_length":"short"}"#))
    }

    @Test func shortensEmailAddresses() throws {
        let email = try #require(EmailAddress("ana.perez@example.com"))
        spy.logger.info("login", ["email": email])
        #expect(spy.records[0].fields["email"] == .string("a…@example.com"))
    }

    @Test func keepsTypes() {
        let id = UUID()
        let fields: LogFields = [
            "s": "x", "i": 7, "d": 1.5, "b": true, "n": Optional<Int>.none, "l": [1, 2],
            "t": Duration.milliseconds(1_500),
            "u": id, "id": UserID(id), "date": Date(timeIntervalSince1970: 0.25), "i64": Int64.min,
            "v": LogValue.absent,
        ]
        #expect(fields["s"] == .string("x") && fields["i"] == .integer(7) && fields["d"] == .double(1.5))
        #expect(
            fields["b"] == .boolean(true) && fields["n"] == .absent && fields["l"] == .list([.integer(1), .integer(2)]))
        #expect(fields["t"] == .duration(.milliseconds(1_500)) && fields["u"] == .string(id.uuidString.lowercased()))
        #expect(fields["id"] == fields["u"] && fields["date"] == .string("1970-01-01T00:00:00.250Z"))
        #expect(fields["i64"] == .integer(.min) && fields["v"] == .absent && fields["missing"] == nil)
    }

    @Test func editsFields() {
        var fields: LogFields = ["a": 1, "b": 2, "a": 3]
        #expect(fields.fields.map(\.name) == ["a", "b"])
        #expect(fields["a"] == .integer(3))
        fields["a"] = nil
        fields["c"] = nil
        fields["d"] = .boolean(true)
        #expect(fields == ["b": 2, "d": true])
        #expect(LogFields().isEmpty)
    }

    @Test func aDisabledLoggerIsSilent() {
        #expect(!Logger.disabled.isEnabled(.error))
        Logger.disabled.critical("nothing")
    }

    /// Nobody did anything wrong when somebody left.
    @Test func aFailureOfACancelledTaskIsNoError() async {
        let spy = LogSpy(minimumLevel: .trace)
        spy.logger.failure("no answer")
        await Task {
            withUnsafeCurrentTask { $0?.cancel() }
            spy.logger.failure("left")
        }.value
        #expect(spy.records.map(\.level) == [.error, .debug])
    }
}
