import AddressChangeContract
import CoreModels
import FoundationEssentials
import KernelTesting
import SessionsTesting
import Testing

struct AddressChangeContractTests {
    private func written(_ value: some Encodable) throws -> String {
        String(decoding: try WireCoding.encoder().encode(value), as: UTF8.self)
    }

    @Test(.requirement("DATA-02")) func whatIsSentIsWrittenAsTheContractSays() throws {
        #expect(
            try written(AddressChangeContract.Request(email: "ana@example.net")) == #"{"email":"ana@example.net"}"#)
        #expect(
            try written(AddressChangeContract.Confirmation(code: Secret("12345678"))) == #"{"code":"12345678"}"#)
        #expect(try written(AddressChangeContract.Accepted()) == #"{"status":"check_mail"}"#)
    }

    @Test(.requirement("DATA-02")) func aDeviceTokenAndAnEndMayBeMissing() throws {
        let user = User.sample()
        for (token, end) in [(nil, nil), (Secret("dt"), Date(timeIntervalSince1970: 1_800_000_000))] {
            let data = try WireCoding.encoder().encode(
                AddressChangeContract.Changed(user: user, deviceToken: token, undoUntil: end))
            #expect(String(decoding: data, as: UTF8.self).contains("device_token") == (token != nil))
            #expect(String(decoding: data, as: UTF8.self).contains("undo_until") == (end != nil))
            let read = try WireCoding.decoder().decode(AddressChangeContract.Changed.self, from: data)
            #expect(read.user == user && (read.deviceToken == nil) == (token == nil) && read.undoUntil == end)
        }
    }
}
