import CoreModels
import FoundationEssentials
import SQLStoreAPI
import Testing

private enum Role: String, SQLConvertible { case member, moderator }

struct SQLConvertibleTests {
    private func comesBack<Value: SQLConvertible & Equatable>(_ value: Value) -> Bool {
        Value(sqlValue: value.sqlValue) == value
    }

    @Test func everyTypeComesBackAsItWent() throws {
        #expect(comesBack(Int.max))
        #expect(comesBack(Int64.min))
        #expect(comesBack(-0.1))
        #expect(comesBack("ñ 🌍 \0 end"))
        #expect(comesBack(Data([0, 255])))
        #expect(comesBack([UInt8]([1, 2])))
        #expect(comesBack(true) && comesBack(false))
        #expect(comesBack(Date(timeIntervalSince1970: 1_700_000_000.123)))
        #expect(comesBack(UUID()))
        #expect(comesBack(UserID(UUID())))
        #expect(comesBack(Role.moderator))
        #expect(comesBack(Optional(3)) && comesBack(Optional<Int>.none))
    }

    @Test func storesDatesAsMillisecondsAndIdentifiersInLowerCase() throws {
        #expect(Date(timeIntervalSince1970: 1.5).sqlValue == .integer(1500))
        #expect(Date(timeIntervalSince1970: -0.001).sqlValue == .integer(-1))
        let id = try #require(UserID("E621E1F8-C36C-495A-93FC-0C247A3E6E5F"))
        #expect(id.sqlValue == .text("e621e1f8-c36c-495a-93fc-0c247a3e6e5f"))
        #expect(Role.member.sqlValue == .text("member"))
    }

    @Test func survivesDatesThatCannotBeStored() {
        #expect(Date(timeIntervalSince1970: .infinity).sqlValue == .integer(1 << 62))
        #expect(Date(timeIntervalSince1970: -.infinity).sqlValue == .integer(-(1 << 62)))
        #expect(Date(timeIntervalSince1970: .nan).sqlValue == .null)
        #expect(Double.nan.sqlValue == .null)
    }

    @Test func refusesValuesOfAnotherType() {
        #expect(Int(sqlValue: .text("1")) == nil)
        #expect(String(sqlValue: .integer(1)) == nil)
        #expect(Bool(sqlValue: .integer(2)) == nil)
        #expect(Role(sqlValue: .text("king")) == nil)
        #expect(UUID(sqlValue: .text("nobody")) == nil)
        #expect(Int(sqlValue: .null) == nil)
        #expect(Double(sqlValue: .integer(.max)) == nil)
        #expect(Optional<Int>(sqlValue: .text("1")) == nil)
    }
}
