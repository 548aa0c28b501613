/// The galaxy above a lone tree.
struct MilkyWayScene: Scene {
    let seed: Int

    var film: Film { Film(exposure: 1.15, saturation: 1.15, vignette: 0.35) }

    func paint(on canvas: inout Canvas) {
        let noise = Noise(seed)
        let night = Palette([0xC9835A, 0x7A5A6A, 0x2E3A62, 0x141E40, 0x090F26, 0x060A1C])
        canvas.shade { x, y in
            let up = (0.9 - y) / 0.9
            let glow = noise.fbm(x * 1.2, Lanes(repeating: y * 3), octaves: 3) * 0.05
            var light = night[Lanes(repeating: up * 1.15) + glow] * (0.5 + 0.12 * up)
            light += galaxy(x, y, noise)
            return light
        }
        let tilt = band
        canvas.stars(count: 2600, seed: seed, brightness: 0.75)
        canvas.stars(count: 5200, seed: seed + 1, brightness: 0.32) { x, y in
            let across = (x - tilt.x) * tilt.nx + (y - tilt.y) * tilt.ny
            return exp(across * across * -34)
        }
        paintGround(on: &canvas, noise)
        var random = SplitMix64(seed)
        var crown: [(x: Float, y: Float)] = []
        let foot = canvas.aspect * 0.3
        branch(on: &canvas, x: foot, y: 0.925, angle: -0.05, length: 0.125, width: 0.03, depth: 9, &random, &crown)
        for twig in crown {
            for _ in 0..<3 {
                canvas.disc(
                    twig.x + random.bell() * 0.008, twig.y + random.bell() * 0.007,
                    radius: random.between(0.0015, 0.0042),
                    Colour(0x05060A), opacity: 0.9)
            }
        }
        paintTent(on: &canvas, canvas.aspect * 0.62, 0.925)
        canvas.bloom(threshold: 0.75, radius: 0.05, strength: 0.3)
    }

    /// A point on the band's axis and the direction across it.
    private var band: (x: Float, y: Float, nx: Float, ny: Float) { (0.98, 0.4, 0.82, 0.57) }

    private func galaxy(_ x: Lanes, _ y: Float, _ noise: Noise) -> Light {
        let across = (x - band.x) * band.nx + (y - band.y) * band.ny
        let along = (y - band.y) * band.nx - (x - band.x) * band.ny
        let warp = noise.fbm(x * 2.2, Lanes(repeating: y * 2.2), octaves: 3) * 0.22
        let wide = exp((across + warp * 0.3) * (across + warp * 0.3) * -24)
        let core = exp((across + warp * 0.2) * (across + warp * 0.2) * -95) * exp(along * along * -2.2)
        let clouds = noise.fbm(x * 4.5 + warp * 3, along * 3.5 + 5, octaves: 6, gain: 0.58)
        let dust = noise.ridges(across * 3.2 + warp * 4 + 2, along * 1.9 + warp * 2, octaves: 5, gain: 0.58)
        let lane = exp((across - 0.02 + warp * 0.55) * (across - 0.02 + warp * 0.55) * -210)
        let dark = clamp(smoothstep(0.5, 0.85, dust) * 0.75 + lane * (0.55 + clouds)) * wide
        var light = Colour(0x8FA8E8) * (wide * clamp(0.45 + clouds * 1.1) * 0.2)
        light += Colour(0xFFD9A8) * (core * clamp(0.6 + clouds) * 0.62)
        light += Colour(0xE0648C) * (wide * smoothstep(0.25, 0.6, noise(x * 7, Lanes(repeating: y * 7 + 3))) * 0.09)
        return light * (1 - dark * 0.82)
    }

    private func paintGround(on canvas: inout Canvas, _ noise: Noise) {
        let unit = 1 / canvas.pixel
        canvas.retouch(.rows(0.78, 1)) { x, y, light in
            let far = 0.885 - noise.ridges(x * 1.8, Lanes(repeating: 2), octaves: 5, gain: 0.4) * 0.055
            light = light.mixed(Colour(0x14182C) * 0.7, clamp((y - far) * unit + 0.5))
            let near = 0.925 - noise(x * 0.9, Lanes(repeating: 8)) * 0.02
            let grass = noise(x * 160, Lanes(repeating: y * 30)) * 0.006
            light = light.mixed(Colour(0x04050A), clamp((y - near + grass) * unit + 0.5))
        }
    }

    private func branch(
        on canvas: inout Canvas, x: Float, y: Float, angle: Float, length: Float, width: Float, depth: Int,
        _ random: inout SplitMix64, _ crown: inout [(x: Float, y: Float)]
    ) {
        let bend = angle + random.bell() * 0.08
        let endX = x + sin(bend) * length
        let endY = y - cos(bend) * length
        canvas.line(x, y, endX, endY, width: width, to: width * 0.7, Colour(0x05060A))
        if depth <= 3 { crown.append((endX, endY)) }
        guard depth > 0 else { return }
        let spread = random.between(0.28, 0.62)
        for side: Float in [-1, 1] {
            branch(
                on: &canvas, x: endX, y: endY, angle: bend * 0.94 + side * spread * random.between(0.6, 1.15),
                length: length * random.between(0.7, 0.86), width: width * 0.68, depth: depth - 1, &random, &crown)
        }
    }

    private func paintTent(on canvas: inout Canvas, _ x: Float, _ ground: Float) {
        let warm = Colour(0xFF9B3D)
        canvas.polygon(
            [(x - 0.06, ground + 0.006), (x - 0.008, ground - 0.058), (x + 0.048, ground + 0.006)], warm * 1.1)
        canvas.polygon(
            [(x - 0.06, ground + 0.006), (x - 0.008, ground - 0.058), (x - 0.03, ground + 0.006)], warm * 0.5)
        canvas.line(x - 0.008, ground - 0.06, x + 0.002, ground + 0.006, width: 0.0025, Colour(0x2A1406))
        canvas.glow(x, ground - 0.02, radius: 0.2, warm * 0.16, sharpness: 1.1)
    }
}
