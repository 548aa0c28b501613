/// A finished picture: eight bits each of red, green and blue, row by row.
package struct Raster: Sendable, Equatable {
    package let width: Int
    package let height: Int
    package let bytes: [UInt8]

    package init(width: Int, height: Int, bytes: [UInt8]) {
        precondition(width > 0 && height > 0 && bytes.count == width * height * 3)
        self.width = width
        self.height = height
        self.bytes = bytes
    }
}
