import CoreModels
import FoundationEssentials
import KernelTesting
import PasswordChangeContract
import Testing

struct PasswordChangeContractTests {
    @Test(.requirement("PWCHG-01")) func aChangeIsWrittenAsTheContractSays() throws {
        let change = PasswordChangeContract.Change(
            currentPassword: Secret("old"), newPassword: Secret("new"), refreshToken: Secret("rt"))
        let data = try WireCoding.encoder().encode(change)
        #expect(
            String(decoding: data, as: UTF8.self)
                == #"{"current_password":"old","new_password":"new","refresh_token":"rt"}"#)
    }

    @Test(.requirement("PWCHG-01")) func aChangeNeedsNoRefreshToken() throws {
        let data = Data(#"{"current_password":"old","new_password":"new"}"#.utf8)
        let change = try WireCoding.decoder().decode(PasswordChangeContract.Change.self, from: data)
        #expect(change.currentPassword.isEqual(to: Secret("old")) && change.newPassword.isEqual(to: Secret("new")))
        #expect(change.refreshToken == nil)
        let written = try WireCoding.encoder().encode(change)
        #expect(written == data)
    }

    @Test(.requirement("PWCHG-02", "D6")) func anAnswerMayNameTheDevice() throws {
        let token =
            #""token":{"access_token":"at","expires_in":300,"refresh_token":"rt","scope":"feed:read","token_type":"DPoP"}"#
        for (member, device) in [("", nil), (#""device_token":"dt","#, Secret("dt"))] {
            let data = Data("{\(member)\(token)}".utf8)
            let changed = try WireCoding.decoder().decode(PasswordChangeContract.Changed.self, from: data)
            #expect(changed.deviceToken.map { device?.isEqual(to: $0) == true } ?? (device == nil))
            #expect(try WireCoding.encoder().encode(changed) == data)
        }
    }

    @Test func bytesThatAreNoTextAreNotWritten() {
        let change = PasswordChangeContract.Change(
            currentPassword: Secret([0xff] as [UInt8]), newPassword: Secret("new"), refreshToken: nil)
        #expect(throws: EncodingError.self) { try WireCoding.encoder().encode(change) }
    }
}
