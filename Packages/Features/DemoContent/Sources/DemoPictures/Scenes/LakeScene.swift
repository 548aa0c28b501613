/// A still lake in autumn that doubles mountains and woods.
struct LakeScene: Scene {
    let seed: Int

    var film: Film { Film(exposure: 1.05, saturation: 1.05, vignette: 0.25) }

    func paint(on canvas: inout Canvas) {
        let horizon: Float = 0.52
        let sky = Palette([0xE8EFF2, 0xC2DAEB, 0x8FBCE0, 0x5C97CF, 0x3B76B8])
        let clouds = Noise(seed + 1)
        canvas.shade { x, y in
            let up = (horizon - y) / horizon
            // Ground will cover what is below.
            guard up > -0.1 else { return Light(sky[0 as Float]) }
            let depth = 1 / (Swift.max(up, 0) + 0.2)
            let u = x * depth
            let v = Lanes(repeating: depth * 2)
            let body = clouds.fbm(u + 4, v, octaves: 6, gain: 0.55)
            let lee = clouds.fbm(u + 4.1, v - 0.12, octaves: 4, gain: 0.55)
            let lit = mix(Colour(0xB4BECB), Colour(0xFFFBF2) * 1.1, clamp(0.6 + (body - lee) * 2))
            return sky[Lanes(repeating: up)].mixed(lit, smoothstep(0.05, 0.35, body) * smoothstep(0, 0.25, up) * 0.9)
        }
        let view = Viewpoint(height: 0.3, z: 0, horizon: horizon, focal: 1.25, near: 0.7, far: 34, steps: 480)
        let cover = canvas.draw(Shore(noise: Noise(seed)), from: view)
        paintWoods(on: &canvas, horizon)
        canvas.mirror(
            below: horizon + 0.028, noise: Noise(seed + 4), ripples: 0.22, tint: Colour(0.8, 0.86, 0.9),
            deep: Colour(0x12323A), cover: cover)
        paintStones(on: &canvas)
    }

    private func paintWoods(on canvas: inout Canvas, _ horizon: Float) {
        var random = SplitMix64(seed)
        let leaves = Palette([0x6E3018, 0xA8501E, 0xC87C2C, 0xD09C42, 0xA8963E, 0x5C6E38])
        let line = horizon + 0.028
        for index in 0..<260 {
            let x = random.between(-0.02, canvas.aspect + 0.02)
            let back = 1 - Float(index) / 260
            let foot = line - back * 0.02
            let tall = random.between(0.02, 0.05)
            let shade = 0.55 + 0.45 * (1 - back)
            if random.unit() < 0.35 {
                canvas.fir(x, foot, height: tall * 1.35, Colour(0x1A2C1E) * shade, seed: seed + index)
            } else {
                paintCrown(on: &canvas, x, foot, tall, leaves[random.unit()] * shade, index)
            }
        }
    }

    private func paintCrown(
        on canvas: inout Canvas, _ x: Float, _ foot: Float, _ tall: Float, _ colour: Colour, _ index: Int
    ) {
        let noise = Noise(seed + index)
        let half = tall * 0.36
        let middle = foot - tall * 0.55
        let unit = 1 / canvas.pixel
        canvas.rectangle(
            Box(left: x - tall * 0.02, top: middle, right: x + tall * 0.02, bottom: foot), Colour(0x2A1E16))
        canvas.retouch(Box(left: x - half * 1.4, top: foot - tall * 1.15, right: x + half * 1.4, bottom: foot)) {
            px, py, light in
            let dx = (px - x) * (1 / half)
            let dy = (py - middle) / (tall * 0.52)
            let tufts = noise.fbm(px * (7 / tall), Lanes(repeating: py * (7 / tall)), octaves: 2)
            let inside = 1 - length(dx, Lanes(repeating: dy)) + tufts * 0.5
            let lit = clamp(0.62 - dx * 0.28 - dy * 0.35 + tufts * 0.9) * 1.25
            light = light.mixed(Light(colour) * lit, clamp(inside * half * unit + 0.5))
        }
    }

    private func paintStones(on canvas: inout Canvas) {
        var random = SplitMix64(seed + 3)
        let noise = Noise(seed + 5)
        let unit = 1 / canvas.pixel
        for index in 0..<34 {
            let near = Float(index) / 34
            let left = index % 3 != 0
            let x =
                left
                ? random.between(-0.05, 0.62) * (0.5 + near * 0.6) : canvas.aspect - random.between(-0.05, 0.3) * near
            let y = 0.83 + near * 0.19 + (left ? x * 0.1 : 0)
            let size = random.between(0.018, 0.05) * (0.4 + near)
            let tone = Colour(0x5A5856).mixed(Colour(0x8A7F72), random.unit())
            let box = Box(left: x - size * 1.5, top: y - size, right: x + size * 1.5, bottom: y + size)
            canvas.retouch(box) { px, py, light in
                let dx = (px - x) * (1 / (size * 1.3))
                let dy = (py - y) / (size * 0.62)
                let rough = noise.fbm(px * 22, Lanes(repeating: py * 30), octaves: 4)
                let inside = 1 - length(dx, Lanes(repeating: dy)) + rough * 0.22
                let lit = clamp(0.5 - dy * 0.55 - dx * 0.15 + rough * 0.8)
                let wet = smoothstep(0.25, 0.75, dy) * 0.6
                let cover = clamp(inside * size * unit + 0.5) * smoothstep(0.95, 0.75, dy)
                light = light.mixed(Light(tone) * (lit * (1.2 - wet)), cover)
            }
        }
    }

    private struct Shore: Landscape {
        let noise: Noise
        var ceiling: Float { 7 }
        var waterLevel: Float { 0 }
        private let sunward: (x: Float, y: Float, z: Float) = (-0.68, 0.55, -0.48)

        func ground(_ x: Lanes, _ z: Lanes, distance: Float) -> Ground {
            let octaves = distance < 14 ? 9 : 8
            var ground = noise.carved(x + 5, z, frequency: 0.2, octaves: octaves)
            let rise = smoothstep(9, 24, distance) * 3.7 + 0.45
            let lake = smoothstep(11, 7.5, distance) * 2.5
            ground.height = ground.height * rise - 0.1 - lake
            ground.slopeX *= rise
            ground.slopeZ *= rise
            return ground
        }

        func light(_ ground: Ground, _ x: Lanes, _ z: Lanes, distance: Float) -> Light {
            let facing = max(ground.facing(sunward), 0)
            let upright = ground.facing((0, 1, 0))
            let detail = noise.fbm(x * 2.7, z * 2.7, octaves: 4)
            let trees = noise.fbm(x * 11, z * 11, octaves: 3)
            let rock = mix(Colour(0x45454B), Colour(0x8B8580), clamp(0.5 + detail))
            let wood = mix(Colour(0x17281A), Colour(0x9A5A1E), smoothstep(-0.05, 0.45, detail + trees * 0.6))
            let green = smoothstep(1.5, 0.9, ground.height + detail * 0.5) * smoothstep(0.4, 0.62, upright)
            let snow = smoothstep(1.9, 2.35, ground.height + detail * 0.5) * smoothstep(0.36, 0.56, upright)
            let surface = rock.mixed(wood * (0.75 + trees), green).mixed(Colour(0xF0F4FA), snow)
            let lit = Colour(0xFFF0D4) * (facing * 2.3) + Colour(0x86A4D6) * (0.3 + 0.25 * upright)
            let colour = Light(surface.r * lit.r, surface.g * lit.g, surface.b * lit.b)
            return colour.mixed(Colour(0xB4CCE4), Lanes(repeating: 1 - exp(-max(distance - 6, 0) * 0.026)))
        }
    }
}
