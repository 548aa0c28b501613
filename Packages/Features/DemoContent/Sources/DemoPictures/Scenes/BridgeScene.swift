/// A long bridge whose towers stand out of the morning fog.
struct BridgeScene: Scene {
    let seed: Int

    var film: Film { Film(exposure: 1.05, saturation: 1.12, vignette: 0.3) }

    private let steel = Colour(0xB8402A)
    private let haze = Colour(0xF2C9A4)

    /// Along the bridge: 0 at the near end, growing into the distance.
    private func project(_ along: Float, _ up: Float, _ aside: Float, _ aspect: Float) -> (
        x: Float, y: Float, scale: Float
    ) {
        let distance = 1.15 + along
        let across = -0.78 + along * 0.62 + aside * 0.86
        let scale = 1 / distance
        return (aspect / 2 + across * scale, 0.62 - (up - 0.42) * scale, scale)
    }

    func paint(on canvas: inout Canvas) {
        paintSky(on: &canvas)
        paintHeadland(on: &canvas)
        paintFog(on: &canvas, from: 0.52, to: 0.72, depth: 0)
        // From far to near: fog, then a stretch of bridge, then fog again.
        paintTower(on: &canvas, 4.1)
        paintDeck(on: &canvas, 2.6, 6.5)
        paintFog(on: &canvas, from: 0.6, to: 0.8, depth: 1)
        paintDeck(on: &canvas, 0.75, 2.6)
        paintTower(on: &canvas, 1.1)
        paintDeck(on: &canvas, -0.62, 0.75)
        paintFog(on: &canvas, from: 0.7, to: 1, depth: 2)
        paintGulls(on: &canvas)
        canvas.bloom(threshold: 0.9, radius: 0.08, strength: 0.3)
    }

    private func paintSky(on canvas: inout Canvas) {
        let noise = Noise(seed)
        let sky = Palette([0xFFD9A0, 0xFFC08A, 0xF0A08C, 0xB893AC, 0x7A8CBC, 0x5478B0])
        let sunX = canvas.aspect * 0.78
        let unit = 1 / canvas.pixel
        canvas.shade { x, y in
            let up = clamp(Lanes(repeating: (0.66 - y) / 0.66))
            let d = length(x - sunX, Lanes(repeating: y - 0.5))
            let depth = 1 / (Swift.max(0.66 - y, 0) + 0.2)
            let cirrus = noise.fbm(x * depth * 0.7 + 2, Lanes(repeating: depth * 2.4), octaves: 5, gain: 0.58)
            var light = sky[up + cirrus * 0.05]
            light = light.mixed(Colour(0xFFD2B0) * 1.1, smoothstep(0.08, 0.5, cirrus) * up * 0.8)
            light += Colour(0xFFB868) * (exp(d * -3.6) * 0.8)
            return light.mixed(Colour(0xFFEBC4) * 3.4, clamp((0.05 - d) * unit + 0.5))
        }
    }

    /// The far shore that the bridge leads to.
    private func paintHeadland(on canvas: inout Canvas) {
        let noise = Noise(seed + 7)
        let unit = 1 / canvas.pixel
        let aspect = canvas.aspect
        for layer in 0..<2 {
            let near = Float(layer)
            let tone = Colour(0xB89AA8).mixed(Colour(0x8C7088), near) * 0.85
            canvas.retouch(.rows(0.4, 0.8)) { x, y, light in
                let side = (x - aspect * (0.86 + near * 0.08)) * 1.7
                let hill =
                    exp(side * side * -2.4) * (0.11 - 0.03 * near) + noise.fbm(
                        x * 3.5 + near * 5, Lanes(repeating: near), octaves: 5) * 0.05
                let line = 0.6 - hill + near * 0.012
                let grain = noise.fbm(x * 18, Lanes(repeating: y * 24), octaves: 3) * 0.14
                light = light.mixed(Light(tone) * (1 + grain), clamp((y - line) * unit + 0.5) * 0.94)
            }
        }
    }

    /// A cable between two points, hanging by `sag` in the middle.
    private func cable(_ from: Float, _ to: Float, _ along: Float, low: Float) -> Float {
        let t = (along - from) / (to - from) * 2 - 1
        return low + (1.28 - low) * t * t
    }

    private func height(_ along: Float) -> Float {
        if along < 1.1 { return cable(-1.9, 1.1, along, low: 0.5) }
        if along < 4.1 { return cable(1.1, 4.1, along, low: 0.5) }
        return cable(4.1, 7.1, along, low: 0.5)
    }

    private func tone(_ along: Float) -> Colour {
        steel.mixed(haze * 0.95, 1 - exp(-Swift.max(along + 0.4, 0) * 0.27))
    }

    private func paintDeck(on canvas: inout Canvas, _ from: Float, _ to: Float) {
        let pieces = 40
        for piece in stride(from: pieces - 1, through: 0, by: -1) {
            let a = from + (to - from) * Float(piece) / Float(pieces)
            let b = from + (to - from) * Float(piece + 1) / Float(pieces)
            for aside: Float in [0.16, -0.16] {
                let shade = tone(a) * (aside > 0 ? 0.55 : 0.8)
                let p = project(a, 0.4, aside, canvas.aspect)
                let q = project(b, 0.4, aside, canvas.aspect)
                canvas.line(p.x, p.y, q.x, q.y, width: 0.03 * p.scale, to: 0.03 * q.scale, shade * 0.7)
                let c = project(a, 0.43, aside, canvas.aspect)
                let d = project(b, 0.43, aside, canvas.aspect)
                canvas.line(c.x, c.y, d.x, d.y, width: 0.012 * c.scale, to: 0.012 * d.scale, shade)
                let e = project(a, height(a), aside, canvas.aspect)
                let f = project(b, height(b), aside, canvas.aspect)
                canvas.line(e.x, e.y, f.x, f.y, width: 0.016 * e.scale, to: 0.016 * f.scale, shade)
                canvas.line(e.x, e.y, c.x, c.y, width: 0.0035 * e.scale, shade, opacity: 0.85)
                let rest = project((a + b) / 2, height((a + b) / 2), aside, canvas.aspect)
                let deck = project((a + b) / 2, 0.43, aside, canvas.aspect)
                canvas.line(rest.x, rest.y, deck.x, deck.y, width: 0.0035 * rest.scale, shade, opacity: 0.85)
                canvas.line(p.x, p.y + 0.012 * p.scale, q.x, q.y - 0.01 * q.scale, width: 0.006 * p.scale, shade * 0.6)
            }
        }
    }

    private func paintTower(on canvas: inout Canvas, _ along: Float) {
        let colour = tone(along)
        for aside: Float in [0.17, -0.17] {
            let shade = colour * (aside > 0 ? 0.7 : 1)
            // Four stages, each slimmer than the one below.
            for (stage, levels) in [(-0.4, 0.46), (0.46, 0.78), (0.78, 1.06), (1.06, 1.3)].enumerated() {
                let p = project(along, Float(levels.0), aside, canvas.aspect)
                let q = project(along, Float(levels.1), aside, canvas.aspect)
                let half = (0.05 - 0.007 * Float(stage)) * p.scale / 2
                canvas.rectangle(Box(left: p.x - half, top: q.y, right: p.x + half, bottom: p.y), shade)
                canvas.rectangle(Box(left: p.x + half * 0.25, top: q.y, right: p.x + half, bottom: p.y), shade * 0.62)
                canvas.rectangle(Box(left: p.x - half, top: q.y, right: p.x - half * 0.7, bottom: p.y), shade * 1.35)
            }
        }
        for (level, thick) in [(0.5, 0.05), (0.76, 0.05), (1.02, 0.05), (1.25, 0.07)] {
            let p = project(along, Float(level), -0.17, canvas.aspect)
            let q = project(along, Float(level), 0.17, canvas.aspect)
            let half = Float(thick) * p.scale / 2
            canvas.polygon([(p.x, p.y - half), (q.x, q.y - half), (q.x, q.y + half), (p.x, p.y + half)], colour * 0.85)
            canvas.line(p.x, p.y + half * 0.8, q.x, q.y + half * 0.8, width: half * 0.4, colour * 0.5)
        }
        let top = project(along, 1.32, -0.17, canvas.aspect)
        canvas.disc(top.x, top.y, radius: 0.004 * top.scale + 0.002, Colour(0xFF5A40) * 2)
    }

    private func paintFog(on canvas: inout Canvas, from top: Float, to bottom: Float, depth: Int) {
        let noise = Noise(seed + 3 + depth)
        let near = Float(depth)
        let lit = Colour(0xFFE2C0).mixed(Colour(0xE8D4DC), near * 0.3)
        let shaded = Colour(0xC79AA4).mixed(Colour(0x8490B4), near * 0.36)
        canvas.retouch(.rows(top - 0.12, 1)) { x, y, light in
            let scale = 1.5 - near * 0.25
            let warp = noise.fbm(x * scale, Lanes(repeating: y * 3), octaves: 3)
            let body = noise.fbm(x * (scale * 1.5) + warp, y * (5.5 - near) + warp * 1.2, octaves: 5, gain: 0.52)
            let lee = noise.fbm(
                x * (scale * 1.5) + warp + 0.12, y * (5.5 - near) + warp * 1.2 - 0.16, octaves: 3, gain: 0.52)
            let rise = smoothstep(top - 0.05, bottom, Lanes(repeating: y) + body * 0.13)
            let colour = mix(shaded, lit, clamp(0.5 + (body - lee) * 1.5 + body * 0.6))
            light = light.mixed(colour, clamp(rise * 1.15) * (depth == 2 ? 1 : 0.93))
        }
    }

    private func paintGulls(on canvas: inout Canvas) {
        var random = SplitMix64(seed)
        for _ in 0..<9 {
            let x = canvas.aspect * 0.6 + random.bell() * 0.16
            let y = 0.2 + random.bell() * 0.06
            let size = random.between(0.008, 0.016)
            for side: Float in [-1, 1] {
                let lift = random.between(0.3, 0.7)
                canvas.line(
                    x, y, x + side * size, y - size * lift, width: size * 0.24, to: size * 0.14, Colour(0x4A3E4E))
                canvas.line(
                    x + side * size, y - size * lift, x + side * size * 1.9, y - size * 0.15, width: size * 0.16,
                    to: 0.0004, Colour(0x4A3E4E))
            }
        }
    }
}
