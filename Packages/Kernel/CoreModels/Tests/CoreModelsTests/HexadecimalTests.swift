import CoreModels
import FoundationEssentials
import Testing

struct HexadecimalTests {
    @Test func bytesAreTwoDigitsEach() {
        #expect(Data([0, 1, 0x0F, 0x10, 0xAB, 0xFF]).hexadecimal == "00010f10abff")
        #expect(Data().hexadecimal == "")
    }

    @Test func eachDigitHasItsValueInEitherCase() {
        for byte in UInt8.min...UInt8.max {
            let expected = Character(Unicode.Scalar(byte)).hexDigitValue
            #expect(UInt8(hexadecimalDigit: byte).map(Int.init) == (byte < 0x80 ? expected : nil))
        }
    }
}
