/// A colour of linear light: twice the number is twice the light.
struct Colour: Sendable {
    var r: Float
    var g: Float
    var b: Float

    init(_ r: Float, _ g: Float, _ b: Float) {
        self.r = r
        self.g = g
        self.b = b
    }

    /// The colour that `0xRRGGBB` names in sRGB (IEC 61966-2-1).
    init(_ hex: UInt32) {
        self.init(
            Self.linear(Float(hex >> 16 & 255) / 255),
            Self.linear(Float(hex >> 8 & 255) / 255),
            Self.linear(Float(hex & 255) / 255))
    }

    private static func linear(_ v: Float) -> Float {
        v <= 0.040_45 ? v / 12.92 : pow((v + 0.055) / 1.055, 2.4)
    }

    static func * (colour: Colour, factor: Float) -> Colour {
        Colour(colour.r * factor, colour.g * factor, colour.b * factor)
    }

    static func * (a: Colour, b: Colour) -> Colour { Colour(a.r * b.r, a.g * b.g, a.b * b.b) }

    static func + (a: Colour, b: Colour) -> Colour { Colour(a.r + b.r, a.g + b.g, a.b + b.b) }

    func mixed(_ other: Colour, _ share: Float) -> Colour { self * (1 - share) + other * share }
}

/// The linear light of eight neighbouring pixels.
struct Light: Sendable {
    var r: Lanes
    var g: Lanes
    var b: Lanes

    @inline(__always) init(_ r: Lanes, _ g: Lanes, _ b: Lanes) {
        self.r = r
        self.g = g
        self.b = b
    }

    @inline(__always) init(_ colour: Colour) {
        self.init(Lanes(repeating: colour.r), Lanes(repeating: colour.g), Lanes(repeating: colour.b))
    }

    @inline(__always) static func + (a: Light, b: Light) -> Light { Light(a.r + b.r, a.g + b.g, a.b + b.b) }
    @inline(__always) static func * (a: Light, f: Lanes) -> Light { Light(a.r * f, a.g * f, a.b * f) }
    @inline(__always) static func * (a: Light, f: Float) -> Light { Light(a.r * f, a.g * f, a.b * f) }
    @inline(__always) static func * (a: Light, c: Colour) -> Light { Light(a.r * c.r, a.g * c.g, a.b * c.b) }
    @inline(__always) static func += (a: inout Light, b: Light) { a = a + b }

    @inline(__always) func mixed(_ other: Light, _ share: Lanes) -> Light {
        Light(mix(r, other.r, share), mix(g, other.g, share), mix(b, other.b, share))
    }

    @inline(__always) func mixed(_ other: Colour, _ share: Lanes) -> Light { mixed(Light(other), share) }

    @inline(__always) subscript(lane: Int) -> Colour {
        get { Colour(r[lane], g[lane], b[lane]) }
        set {
            r[lane] = newValue.r
            g[lane] = newValue.g
            b[lane] = newValue.b
        }
    }
}

@inline(__always) func * (colour: Colour, lanes: Lanes) -> Light {
    Light(lanes * colour.r, lanes * colour.g, lanes * colour.b)
}

/// A blend of two colours, one share for each of eight pixels.
@inline(__always) func mix(_ a: Colour, _ b: Colour, _ share: Lanes) -> Light { Light(a).mixed(b, share) }
