/// One number for each of eight neighbouring pixels, worked on at once.
typealias Lanes = SIMD8<Float>

/// The bit patterns of eight numbers.
typealias LaneBits = SIMD8<UInt32>

/// 1.5 · 2²³: a float this large has no fraction bits, so that adding it
/// rounds to the nearest integer, which then stands in the low bits.
private let roundingOffset: Float = 12_582_912

extension Lanes {
    /// 0, 1, 2 … 7.
    @inline(__always) static var ramp: Lanes { Lanes(0, 1, 2, 3, 4, 5, 6, 7) }

    @inline(__always) init(bits: LaneBits) { self = unsafeBitCast(bits, to: Lanes.self) }

    @inline(__always) var bits: LaneBits { unsafeBitCast(self, to: LaneBits.self) }

    /// The nearest integers, and the same integers (plus a constant) as bits.
    @inline(__always) var nearest: (value: Lanes, bits: LaneBits) {
        let shifted = self + roundingOffset
        return (shifted - roundingOffset, shifted.bits)
    }

    @inline(__always) var magnitudes: Lanes { Lanes(bits: bits & 0x7FFF_FFFF) }
}

// SSE2 has neither floor nor exp nor sine. What follows compiles to plain
// vector arithmetic everywhere, and gives the same bits on every machine.

@inline(__always) func min(_ a: Lanes, _ b: Lanes) -> Lanes { a.replacing(with: b, where: b .< a) }
@inline(__always) func max(_ a: Lanes, _ b: Lanes) -> Lanes { a.replacing(with: b, where: b .> a) }
@inline(__always) func min(_ a: Lanes, _ b: Float) -> Lanes { a.replacing(with: b, where: a .> b) }
@inline(__always) func max(_ a: Lanes, _ b: Float) -> Lanes { a.replacing(with: b, where: a .< b) }

/// Limits to 0…1.
@inline(__always) func clamp(_ x: Lanes) -> Lanes { min(max(x, 0), 1) }

@inline(__always) func mix(_ a: Lanes, _ b: Lanes, _ share: Lanes) -> Lanes { a + (b - a) * share }

/// Rises smoothly from 0 at `low` to 1 at `high`; falls when `low > high`.
@inline(__always) func smoothstep(_ low: Float, _ high: Float, _ x: Lanes) -> Lanes {
    let t = clamp((x - low) * (1 / (high - low)))
    return t * t * (3 - 2 * t)
}

@inline(__always) func floor(_ x: Lanes) -> Lanes {
    let rounded = x.nearest.value
    return rounded.replacing(with: rounded - 1, where: rounded .> x)
}

/// What is left above the integer below.
@inline(__always) func fraction(_ x: Lanes) -> Lanes { x - floor(x) }

@inline(__always) func exp2(_ x: Lanes) -> Lanes {
    let limited = min(max(x, -126), 126)
    let whole = limited.nearest
    let f = limited - whole.value
    var p = f * 0.001_333_36 + 0.009_618_13
    p = p * f + 0.055_504_1
    p = p * f + 0.240_226_5
    p = p * f + 0.693_147_2
    p = p * f + 1
    return Lanes(bits: p.bits &+ (whole.bits &<< 23))
}

@inline(__always) func exp(_ x: Lanes) -> Lanes { exp2(x * 1.442_695) }

/// The binary logarithm of positive, normal numbers.
@inline(__always) func log2(_ x: Lanes) -> Lanes {
    let exponent = Lanes(bits: (x.bits &>> 23) | 0x4B00_0000) - 8_388_735
    let mantissa = Lanes(bits: (x.bits & 0x007F_FFFF) | 0x3F80_0000)
    let t = (mantissa - 1) / (mantissa + 1)
    let s = t * t
    var p = s * 0.412_198_6 + 0.577_078
    p = p * s + 0.961_796_7
    p = p * s + 2.885_390_1
    return exponent + t * p
}

/// Powers of numbers from 0 up.
@inline(__always) func pow(_ x: Lanes, _ exponent: Float) -> Lanes { exp2(log2(max(x, 1e-20)) * exponent) }

@inline(__always) func sin(_ x: Lanes) -> Lanes {
    let turns = (x * (1 / Float.pi)).nearest
    let y = x - turns.value * 3.140_625 - turns.value * 9.676_536e-4
    let s = y * y
    var p = s * 2.608_0e-6 - 1.980_74e-4
    p = p * s + 8.333_025e-3
    p = p * s - 0.166_666_6
    let value = y + y * s * p
    return Lanes(bits: value.bits ^ (turns.bits &<< 31))
}

@inline(__always) func cos(_ x: Lanes) -> Lanes { sin(x + Float.pi / 2) }

/// The angle of (x, y), -π…π.
@inline(never) func atan2(_ y: Lanes, _ x: Lanes) -> Lanes {
    let ax = x.magnitudes
    let ay = y.magnitudes
    let a = min(ax, ay) / max(max(ax, ay), 1e-20)
    let s = a * a
    var r = s * -0.046_496_5 + 0.159_314_2
    r = r * s - 0.327_622_8
    r = r * s * a + a
    r = r.replacing(with: Float.pi / 2 - r, where: ay .> ax)
    r = r.replacing(with: Float.pi - r, where: x .< 0)
    return r.replacing(with: -r, where: y .< 0)
}

@inline(__always) func length(_ x: Lanes, _ y: Lanes) -> Lanes { (x * x + y * y).squareRoot() }

// The same for single numbers, for the things placed once in a picture.

func sin(_ x: Float) -> Float { sin(Lanes(repeating: x))[0] }
func cos(_ x: Float) -> Float { cos(Lanes(repeating: x))[0] }
func exp(_ x: Float) -> Float { exp(Lanes(repeating: x))[0] }
func pow(_ x: Float, _ exponent: Float) -> Float { pow(Lanes(repeating: x), exponent)[0] }
func clamp(_ x: Float) -> Float { Swift.min(Swift.max(x, 0), 1) }
func mix(_ a: Float, _ b: Float, _ share: Float) -> Float { a + (b - a) * share }
func length(_ x: Float, _ y: Float) -> Float { (x * x + y * y).squareRoot() }

// `rounded` would call the C library where processors have no instruction.

@inline(__always) func floor(_ x: Float) -> Float {
    let whole = Float(Int(x))
    return whole > x ? whole - 1 : whole
}

@inline(__always) func ceil(_ x: Float) -> Float { -floor(-x) }

func smoothstep(_ low: Float, _ high: Float, _ x: Float) -> Float {
    let t = clamp((x - low) / (high - low))
    return t * t * (3 - 2 * t)
}
