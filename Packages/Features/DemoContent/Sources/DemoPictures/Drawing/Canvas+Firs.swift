extension Canvas {
    /// A fir from its foot to `height` above, with ragged branches.
    mutating func fir(_ x: Float, _ foot: Float, height: Float, _ colour: Colour, seed: Int, snow: Colour? = nil) {
        let noise = Noise(seed)
        let half = height * 0.2
        let soft = 1 / Swift.max(pixel * 1.2, height * 0.01)
        let tiers = 9 + Float(seed % 4)
        let paint = Light(colour)
        let white = snow.map(Light.init)
        rectangle(
            Box(left: x - height * 0.014, top: foot - height * 0.3, right: x + height * 0.014, bottom: foot), colour)
        retouch(Box(left: x - half * 1.3, top: foot - height, right: x + half * 1.3, bottom: foot - height * 0.04)) {
            px, py, light in
            // 0 at the tip, 1 at the foot.
            let down = (py - foot + height) / height
            let side = (px - x) * (1 / half)
            let out = side.magnitudes
            // Branches hang: the tier's edge runs down outwards.
            let hang = down - out * 0.09
            let tier = fraction(hang * tiers + noise(side * 3, Lanes(repeating: down * 30)) * 0.5)
            let needles = noise(px * (34 / height), Lanes(repeating: py * (40 / height))) * 0.35
            let edge = down * (1.15 - 0.15 * down) * (0.42 + 0.58 * tier) + needles * (0.25 + down * 0.5) * 0.6
            let cover = clamp((edge - out) * (half * soft) + 0.5)
            light = light.mixed(paint, cover)
            if let white {
                let load = clamp((0.34 - tier) * 3.2) * clamp(1.2 - out) * cover
                light = light.mixed(white, load)
            }
        }
    }

    /// A wooded ridge: ground in one colour, with firs along its edge.
    mutating func forest(
        count: Int, height: ClosedRange<Float>, _ colour: Colour, seed: Int, snow: Colour? = nil,
        ground: (_ x: Float) -> Float
    ) {
        let edge = (0..<tilesPerRow * 8).map { ground((Float($0) + 0.5) * pixel) }
        let scale = Float(self.height)
        fill(.rows(edge.min() ?? 0, 1), snow ?? colour) { x, y in
            let first = Int(x[0] * scale)
            let line = Lanes(edge, from: first)
            return clamp((y - line) * scale + 0.5)
        }
        var random = SplitMix64(seed)
        for index in 0..<count {
            let x = random.between(-0.02, aspect + 0.02)
            let tall = random.between(height.lowerBound, height.upperBound)
            fir(x, ground(x) + tall * 0.12, height: tall, colour, seed: seed &* 131 &+ index, snow: snow)
        }
    }
}

extension Lanes {
    /// Eight numbers of a list.
    @inline(__always) init(_ list: [Float], from first: Int) {
        self.init()
        for lane in 0..<8 { self[lane] = list[first + lane] }
    }
}
