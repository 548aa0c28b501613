/// A row of colours that runs smoothly from 0 to 1.
struct Palette: Sendable {
    private static let steps = 1024
    private let colours: [Colour]

    /// Blends evenly spaced sRGB colours as they look, not as light adds up.
    init(_ hexes: [UInt32], isCyclic: Bool = false) {
        let stops = (isCyclic ? hexes + hexes.prefix(1) : hexes).map(Colour.init)
        colours = (0...Self.steps).map { step in
            let position = Float(step) / Float(Self.steps) * Float(stops.count - 1)
            let index = Swift.min(Int(position), stops.count - 2)
            let share = position - Float(index)
            let eased = isCyclic ? share * share * (3 - 2 * share) : share
            let (a, b) = (stops[index], stops[index + 1])
            func blend(_ x: Float, _ y: Float) -> Float {
                let root = mix(x.squareRoot(), y.squareRoot(), eased)
                return root * root
            }
            return Colour(blend(a.r, b.r), blend(a.g, b.g), blend(a.b, b.b))
        }
    }

    /// The colour at `t`, limited to 0…1.
    @inline(__always) subscript(t: Float) -> Colour { colours[Int(clamp(t) * Float(Self.steps))] }

    /// The colours at eight places, limited to 0…1.
    subscript(t: Lanes) -> Light {
        let places = clamp(t) * Float(Self.steps)
        var light = Light(Colour(0, 0, 0))
        for lane in 0..<8 { light[lane] = colours[Int(places[lane])] }
        return light
    }
}
