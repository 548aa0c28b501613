/// Ink that follows a current over paper, line by line.
struct InkScene: Scene {
    let seed: Int
    var paper: Colour
    /// What each ink takes away from red, green and blue.
    var inks: (Colour, Colour, Colour)

    var film: Film { Film(tone: .plain, vignette: 0.08, grain: 2) }

    func paint(on canvas: inout Canvas) {
        // Amounts of three inks stand in the place of red, green and blue.
        var wet = Canvas(width: canvas.width, height: canvas.height)
        let flow = Noise(seed)
        var random = SplitMix64(seed)
        let size = Float(canvas.height) / 640
        // A small sheet gets fewer, shorter steps for the same lines.
        let stride = 0.0019 / Swift.max(Swift.min(size, 1), 0.12)
        let steps = Int(0.36 / stride)
        for group in 0..<560 {
            var (x, y) = start(group, canvas.aspect, &random)
            let region = flow.fbm(x * 0.9 + 7, y * 0.9, octaves: 2)
            let power = random.between(0.3, 1) * size * stride * 2100
            var heading = random.between(-0.15, 0.15)
            for step in 0..<steps {
                let life = Float(step) / Float(steps)
                let angle = flow.fbm(x * 1.15, y * 1.15, octaves: 3, gain: 0.42) * 6.6 + heading
                heading *= 0.995
                let (dx, dy) = (cos(angle), sin(angle))
                x += dx * stride
                y += dy * stride
                let amount = power * clamp(life * 8) * (1 - life) * 0.34
                for lane in 0..<8 {
                    let ink =
                        region[lane] > 0.12 ? Colour(0, 0, 1) : region[lane] > -0.1 ? Colour(0, 1, 0) : Colour(1, 0, 0)
                    wet.add(ink * amount, at: x[lane], y[lane])
                }
            }
        }
        soak(wet, into: &canvas)
    }

    private func start(_ group: Int, _ aspect: Float, _ random: inout SplitMix64) -> (Lanes, Lanes) {
        var (x, y) = (Lanes(), Lanes())
        let (cx, cy) = (random.between(-0.1, aspect + 0.1), random.between(-0.1, 1.1))
        // Threads run in bundles, which thin out as the current parts them.
        for lane in 0..<8 {
            x[lane] = cx + random.bell() * 0.016
            y[lane] = cy + random.bell() * 0.016
        }
        return (x, y)
    }

    private func soak(_ wet: Canvas, into canvas: inout Canvas) {
        let fibre = Noise(seed + 5)
        var index = 0
        canvas.shade { x, y in
            let ink = wet.tiles[index]
            index += 1
            let grain =
                fibre.fbm(x * 34, Lanes(repeating: y * 46), octaves: 4, gain: 0.6) * 0.05
                + fibre.fbm(x * 2, Lanes(repeating: y * 2), octaves: 3) * 0.04
            let wash = 1 + fibre.fbm(x * 5, Lanes(repeating: y * 5), octaves: 3) * 0.9
            func left(_ a: Float, _ b: Float, _ c: Float, _ base: Float) -> Lanes {
                exp((ink.r * a + ink.g * b + ink.b * c) * wash * -1) * (1 + grain) * base
            }
            return Light(
                left(inks.0.r, inks.1.r, inks.2.r, paper.r), left(inks.0.g, inks.1.g, inks.2.g, paper.g),
                left(inks.0.b, inks.1.b, inks.2.b, paper.b))
        }
    }
}
