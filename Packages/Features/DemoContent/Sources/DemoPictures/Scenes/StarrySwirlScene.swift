/// A night sky in thick strokes that follow the wind.
struct StarrySwirlScene: Scene {
    let seed: Int

    var film: Film { Film(tone: .plain, saturation: 1.1, vignette: 0.15, grain: 2.5) }

    private let eddies: [(x: Float, y: Float, size: Float, spin: Float)] = [
        (0.62, 0.36, 0.2, 1), (0.93, 0.44, 0.13, -1), (0.25, 0.2, 0.12, 1), (1.28, 0.2, 0.17, -0.8),
        (0.38, 0.5, 0.09, -0.8),
    ]
    private let lights: [(x: Float, y: Float, size: Float)] = [
        (1.28, 0.19, 0.075), (0.25, 0.2, 0.04), (0.46, 0.1, 0.03), (0.78, 0.14, 0.036), (0.12, 0.43, 0.03),
        (1.02, 0.25, 0.028),
        (1.4, 0.46, 0.028), (0.4, 0.36, 0.024), (1.1, 0.08, 0.026), (0.63, 0.05, 0.02),
    ]

    func paint(on canvas: inout Canvas) {
        canvas.shade { _, y in Light(Colour(0x14306A).mixed(Colour(0x0A1A30), y)) }
        var random = SplitMix64(seed)
        brush(on: &canvas, count: 5200, length: 0.06, width: 0.013, &random)
        brush(on: &canvas, count: 15_000, length: 0.034, width: 0.0062, &random)
        paintVillage(on: &canvas, &random)
        paintCypress(on: &canvas, &random)
    }

    /// Lays strokes everywhere, along the current, in the colour below them.
    private func brush(on canvas: inout Canvas, count: Int, length: Float, width: Float, _ random: inout SplitMix64) {
        let noise = Noise(seed)
        for _ in 0..<count {
            var x = random.between(-0.02, canvas.aspect + 0.02)
            var y = random.between(-0.02, 1.02)
            let colour = colourAt(x, y, noise, &random)
            let bend = random.bell() * 0.14
            let pieces = 3
            let wide = width * random.between(0.7, 1.3)
            for piece in 0..<pieces {
                let angle = direction(x, y, noise) + bend
                let (dx, dy) = (cos(angle) * length / Float(pieces), sin(angle) * length / Float(pieces))
                let taper = piece == pieces - 1 ? wide * 0.35 : wide
                canvas.line(x, y, x + dx, y + dy, width: wide, to: taper, colour, opacity: 0.85)
                // Paint stands up at one side of the stroke and catches light.
                let (nx, ny) = (-sin(angle) * wide * 0.3, cos(angle) * wide * 0.3)
                canvas.line(x - nx, y - ny, x + dx - nx, y + dy - ny, width: wide * 0.24, colour * 1.4, opacity: 0.45)
                x += dx
                y += dy
            }
        }
    }

    private func hills(_ x: Float) -> Float { 0.72 - 0.09 * sin(x * 2.3 + 0.4) - 0.05 * sin(x * 5.1 + 2) }

    private func direction(_ x: Float, _ y: Float, _ noise: Noise) -> Float {
        if y > hills(x) {
            let slope = (hills(x + 0.02) - hills(x - 0.02)) / 0.04
            return slope * 0.9 + 0.35 * sin(x * 9 + y * 14)
        }
        var (vx, vy): (Float, Float) = (1, 0.24 * sin(x * 4 + y * 3))
        for eddy in eddies {
            let (dx, dy) = (x - eddy.x, y - eddy.y)
            let d = length(dx, dy) / eddy.size
            let pull = 2.6 * exp(-d * d * 0.9) * eddy.spin
            vx += -dy / eddy.size * pull
            vy += dx / eddy.size * pull
        }
        for light in lights {
            let (dx, dy) = (x - light.x, y - light.y)
            let d = length(dx, dy) / light.size
            let pull = 3.4 * exp(-d * d * 0.22)
            vx += -dy / light.size * pull
            vy += dx / light.size * pull
        }
        return atan2(Lanes(repeating: vy), Lanes(repeating: vx))[0]
    }

    private func colourAt(_ x: Float, _ y: Float, _ noise: Noise, _ random: inout SplitMix64) -> Colour {
        let whim = random.bell() * 0.13
        if y > hills(x) + 0.005 {
            let depth = clamp((y - hills(x)) * 3.2)
            let ridge = noise(Lanes(repeating: x * 4), Lanes(repeating: y * 9))[0]
            let palette = Self.earth
            return palette[clamp(depth + whim * 1.2 + ridge * 0.6)]
        }
        var swirl: Float = 0
        for eddy in eddies {
            let (dx, dy) = (x - eddy.x, y - eddy.y)
            let d = length(dx, dy) / eddy.size
            let turn = atan2(Lanes(repeating: dy), Lanes(repeating: dx))[0] * eddy.spin
            swirl += exp(-d * d * 0.8) * (0.32 + 0.34 * sin(turn * 2 + d * 8))
        }
        let broad = noise.fbm(Lanes(repeating: x * 1.6), Lanes(repeating: y * 4.4), octaves: 3)[0]
        let dawn = smoothstep(0.32, 0, hills(x) - y) * 0.3
        var colour = Self.night[clamp(0.3 + swirl + broad * 0.5 + whim + dawn)]
        for light in lights {
            let d = length(x - light.x, y - light.y) / light.size
            let rings = 0.75 + 0.25 * cos(d * 5.2)
            colour = colour.mixed(Self.gold[clamp(d * 0.42 + whim)], clamp(1.5 * exp(-d * d * 0.34) * rings))
        }
        return colour
    }

    private static let night = Palette([0x0E1C4C, 0x173A82, 0x2A63A8, 0x5C9CC4, 0xA6CFD4, 0xE8ECC8])
    private static let earth = Palette([0x4F7FA0, 0x2F5C80, 0x2C5A56, 0x1F4038, 0x16282A, 0x101C22])
    private static let gold = Palette([0xFFF6C0, 0xFFD64A, 0xF2B02E, 0xC9B45A, 0x7AA89C])

    private func paintVillage(on canvas: inout Canvas, _ random: inout SplitMix64) {
        for index in 0..<13 {
            let x = 0.5 + Float(index) * 0.066 + random.between(-0.012, 0.012)
            let foot = hills(x) + 0.14 + random.between(-0.015, 0.03)
            let half = random.between(0.02, 0.034)
            let tall = half * random.between(0.9, 1.3)
            let wall = Colour(0x3E5A78).mixed(Colour(0x6A86A0), random.unit())
            canvas.rectangle(Box(left: x - half, top: foot - tall, right: x + half, bottom: foot), wall)
            canvas.polygon(
                [(x - half * 1.15, foot - tall), (x, foot - tall - half * 0.9), (x + half * 1.15, foot - tall)],
                Colour(0x2A3448))
            for _ in 0..<2 {
                let wx = x + random.between(-0.6, 0.6) * half
                canvas.line(wx, foot - tall * 0.65, wx, foot - tall * 0.3, width: 0.008, Colour(0xFFD24A))
            }
            for _ in 0..<6 {
                let sx = x + random.between(-1, 0.8) * half
                let sy = foot - tall * random.between(0, 1)
                canvas.line(
                    sx, sy, sx + half * 0.3, sy + 0.003, width: 0.004, wall * random.between(0.6, 1.5), opacity: 0.6)
            }
        }
        let x: Float = 0.86
        let foot = hills(x) + 0.16
        canvas.rectangle(Box(left: x - 0.016, top: foot - 0.1, right: x + 0.016, bottom: foot), Colour(0x4A6684))
        canvas.polygon([(x - 0.02, foot - 0.098), (x, foot - 0.24), (x + 0.02, foot - 0.098)], Colour(0x1E2A3E))
        canvas.line(x, foot - 0.08, x, foot - 0.05, width: 0.009, Colour(0xFFD24A))
    }

    private func paintCypress(on canvas: inout Canvas, _ random: inout SplitMix64) {
        for (middle, top, wide) in [(Float(0.17), Float(0.1), Float(0.075)), (0.27, 0.42, 0.045)] {
            for _ in 0..<900 {
                let t = random.unit().squareRoot()
                let y = top + (1.03 - top) * t
                let reach = wide * pow(t, 0.75) * (1 + 0.16 * sin(y * 30))
                let side = random.between(-1, 1)
                let x = middle + side * reach + 0.012 * sin(y * 13)
                let sway = side * 0.012 + 0.008 * sin(y * 40 + side * 3)
                let tone = Colour(0x10201A).mixed(Colour(0x3E5A2A), random.unit() * random.unit())
                canvas.line(x, y, x - sway, y - 0.05, width: 0.0075, to: 0.002, tone, opacity: 0.9)
            }
        }
    }
}
