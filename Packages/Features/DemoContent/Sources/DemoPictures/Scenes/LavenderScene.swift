/// Rows of lavender that run to the horizon in the last light.
struct LavenderScene: Scene {
    let seed: Int

    var film: Film { Film(exposure: 1.02, saturation: 1.15, vignette: 0.3) }

    func paint(on canvas: inout Canvas) {
        let horizon: Float = 0.44
        let sunX = canvas.aspect * 0.63
        let sky = Palette([0xFFC46B, 0xFF9E6B, 0xE88696, 0xA884B8, 0x6F7FC0, 0x4A66A8])
        let clouds = Noise(seed + 1)
        let scale = 1 / canvas.pixel
        canvas.shade { x, y in
            let up = (horizon - y) / horizon
            // Ground will cover what is below.
            guard up > -0.1 else { return Light(sky[0 as Float]) }
            var light = sky[Lanes(repeating: up)]
            let d = length(x - sunX, Lanes(repeating: y - horizon + 0.055))
            light += Colour(0xFFB054) * (exp(d * -5) * 1.3)
            let depth = 1 / (Swift.max(up, 0) + 0.16)
            let body = clouds.fbm(x * depth * 0.8, Lanes(repeating: depth * 2.8), octaves: 5, gain: 0.55)
            let lit = mix(Colour(0x9C6E94), Colour(0xFFB488) * 1.3, clamp(exp(d * -1.6) + body * 0.5))
            light = light.mixed(lit, smoothstep(0.02, 0.4, body) * smoothstep(0, 0.25, up) * 0.85)
            return light.mixed(Colour(0xFFF0C8) * 5, clamp((0.034 - d) * scale + 0.5))
        }
        let view = Viewpoint(x: 0.55, height: 0.95, z: 0, horizon: horizon, focal: 1.05, near: 1, far: 46, steps: 620)
        let field = Field(noise: Noise(seed))
        _ = canvas.draw(field, from: view)
        let spot = view.project(-0.9, field.plain(-0.9, 12), distance: 12, on: canvas)
        paintTree(on: &canvas, spot.x, spot.y + 0.004, 0.17)
        for (index, x) in [3.6, 3.95, 4.3, 5.9].map({ Float($0) }).enumerated() {
            let foot = view.project(x, field.plain(x, 17), distance: 17, on: canvas)
            let tall = 0.1 + 0.02 * Float(index % 3)
            canvas.line(
                foot.x, foot.y + 0.005, foot.x, foot.y - tall, width: 0.017, to: 0.003, Colour(0x2A2430),
                softness: 0.003)
        }
        canvas.bloom(threshold: 0.9, radius: 0.08, strength: 0.35)
    }

    private func paintTree(on canvas: inout Canvas, _ x: Float, _ foot: Float, _ tall: Float) {
        let noise = Noise(seed + 6)
        let bark = Colour(0x1C1420)
        canvas.line(x, foot, x + 0.004, foot - tall * 0.6, width: tall * 0.075, to: tall * 0.03, bark)
        canvas.line(
            x, foot - tall * 0.35, x + tall * 0.2, foot - tall * 0.7, width: tall * 0.03, to: tall * 0.012, bark)
        canvas.line(
            x, foot - tall * 0.38, x - tall * 0.22, foot - tall * 0.66, width: tall * 0.03, to: tall * 0.012, bark)
        let unit = 1 / canvas.pixel
        canvas.retouch(
            Box(left: x - tall * 0.7, top: foot - tall * 1.2, right: x + tall * 0.7, bottom: foot - tall * 0.2)
        ) { px, py, light in
            let dx = (px - x) * (1 / (tall * 0.5))
            let dy = (py - foot + tall * 0.68) / (tall * 0.42)
            let tufts = noise.fbm(px * (5 / tall), Lanes(repeating: py * (6 / tall)), octaves: 5, gain: 0.62)
            let inside = 1 - length(dx, Lanes(repeating: dy)) + tufts * 0.85
            let rim = clamp(0.25 - dx * 0.1 - dy * 0.3 + tufts * 0.7)
            let colour = mix(Colour(0x231C24), Colour(0xB8703C), rim * 0.55)
            light = light.mixed(colour, clamp(inside * (tall * 0.2) * unit + 0.5) * 0.97)
        }
    }

    private struct Field: Landscape {
        let noise: Noise
        var ceiling: Float { 3 }
        private let spacing: Float = 2.1

        @inline(__always) func base(_ x: Lanes, _ z: Lanes) -> Lanes {
            let roll = noise(x * 0.11, z * 0.1) * 0.5
            let hills = smoothstep(20, 34, z) * (noise.fbm(x * 0.09 + 3, z * 0.07, octaves: 3) * 1.6 + 1.15)
            return roll * smoothstep(2, 14, z) + hills
        }

        func plain(_ x: Float, _ z: Float) -> Float { base(Lanes(repeating: x), Lanes(repeating: z))[0] }

        /// 1 in the middle of a row, 0 between two.
        @inline(__always) private func row(_ x: Lanes, _ z: Lanes) -> Lanes {
            0.5 + 0.5 * cos((x + noise(x * 0.2, z * 0.16) * 0.35) * (2 * Float.pi * spacing * 0.72))
        }

        func ground(_ x: Lanes, _ z: Lanes, distance: Float) -> Ground {
            let step = 0.01 + distance * 0.003
            let h = base(x, z)
            let bushes = smoothstep(0.1, 0.7, row(x, z))
            let tufts = noise.fbm(x * 14, z * 14, octaves: 2)
            let fade = smoothstep(16, 5, distance)
            return Ground(
                height: h + bushes * (0.15 + tufts * 0.1 * fade) * smoothstep(26, 18, distance),
                slopeX: (base(x + step, z) - h) * (1 / step), slopeZ: (base(x, z + step) - h) * (1 / step))
        }

        func light(_ ground: Ground, _ x: Lanes, _ z: Lanes, distance: Float) -> Light {
            let r = row(x, z)
            let blur = smoothstep(9, 24, distance)
            let rowShare = mix(smoothstep(0.25, 0.62, r), Lanes(repeating: 0.66), Lanes(repeating: blur))
            let spikes = noise.fbm(x * 22, z * 17, octaves: 3) * (1 - blur)
            let crown = clamp(r * 0.75 + spikes * 1.1 + 0.06 + blur * 0.3)
            let flowers = mix(Colour(0x2E1F5C), Colour(0xA488E8), crown).mixed(
                Colour(0xF2A6C8), smoothstep(0.75, 1, crown) * 0.6)
            let soil = mix(Colour(0x3A2A2A), Colour(0x5E6A3C), clamp(0.4 + spikes))
            let fields = soil.mixed(flowers, rowShare)
            let patch = noise.fbm(x * 0.35, z * 0.3, octaves: 3)
            let hills = mix(Colour(0x4A4A5C), Colour(0x7E7A5A), clamp(0.5 + patch))
            let far = smoothstep(22, 28, distance + patch[0])
            let surface = fields.mixed(hills, Lanes(repeating: far))
            // The sun stands behind the field: crowns glow, flanks stay blue.
            let facing = max(ground.facing((0.2, 0.5, 0.84)), 0)
            let lit = Colour(0xFFB26B) * (facing * (0.5 + crown) * 1.5) + Colour(0x9A8CC8) * Lanes(repeating: 0.75)
            let colour = Light(surface.r * lit.r, surface.g * lit.g, surface.b * lit.b)
            return colour.mixed(Colour(0xF0A488), Lanes(repeating: 1 - exp(-max(distance - 3, 0) * 0.03)))
        }

    }
}
