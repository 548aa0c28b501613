/// A giant with rings, and the shadows that they cast on each other.
struct PlanetScene: Scene {
    let seed: Int
    var bands: Palette
    var rings: Palette
    var nebula: (Colour, Colour)

    var film: Film { Film(exposure: 1.1, saturation: 1.1, vignette: 0.3) }

    private typealias Vector = (x: Float, y: Float, z: Float)
    private var radius: Float { 0.27 }
    private var centre: (x: Float, y: Float) { (0.66, 0.52) }
    private let sun: Vector = (-0.74, 0.28, 0.61)
    private let axis: Vector = (0.27, 0.9, 0.342)

    func paint(on canvas: inout Canvas) {
        let noise = Noise(seed)
        canvas.shade { x, y in
            let p = noise.fbm(x * 1.4, Lanes(repeating: y * 1.4), octaves: 3)
            let gas = noise.fbm(x * 2 + p * 2, y * 2 + p, octaves: 6, gain: 0.55)
            let other = noise.fbm(x * 1.3 + 9, y * 1.3 + p * 1.5, octaves: 4)
            var light = nebula.0 * (smoothstep(-0.1, 0.6, gas) * 0.34)
            light += nebula.1 * (smoothstep(0, 0.6, other + gas * 0.4) * 0.26)
            return light + Light(Colour(0x02030A))
        }
        canvas.stars(count: 2400, seed: seed + 1, brightness: 0.6)
        let pixel = canvas.pixel / radius
        let edge = 1 / pixel
        canvas.retouch(.all) { px, py, light in
            let x = (px - centre.x) * (1 / radius)
            let y = -(py - centre.y) / radius
            let ring = ringLight(x, y)
            let inside = length(x, Lanes(repeating: y))
            let disc = clamp((1 - inside) * edge + 0.5)
            light = light.mixed(ring.light, ring.cover * (ring.isInFront ? 0 : 1))
            light = light.mixed(globe(x, y, inside, noise), disc)
            // Air beyond the edge, on the day side only.
            let day = clamp(x * sun.x + y * sun.y + 0.45)
            light += bands[0.3] * (exp(max(inside - 1, 0) * -26) * day * (1 - disc) * 0.35)
            light = light.mixed(ring.light, ring.cover * (ring.isInFront ? 1 : 0))
        }
        paintMoon(on: &canvas, canvas.aspect * 0.86, 0.23, 0.052, noise)
        paintMoon(on: &canvas, canvas.aspect * 0.93, 0.7, 0.017, noise)
        canvas.bloom(threshold: 0.85, radius: 0.05, strength: 0.25)
    }

    private func globe(_ x: Lanes, _ y: Float, _ inside: Lanes, _ noise: Noise) -> Light {
        let z = max(1 - inside * inside, 0).squareRoot()
        let latitude = x * axis.x + z * axis.z + y * axis.y
        let turn = x * axis.y - y * axis.x
        let swirl = noise.fbm(turn * 2.2, latitude * 7, octaves: 4) * 0.09
        let storm = noise.fbm(turn * 5 + swirl * 20, latitude * 16 + swirl * 30, octaves: 4) * 0.06
        let belt = noise.fbm((latitude + swirl * 0.5) * 5 + 3, Lanes(repeating: 0.5), octaves: 4, gain: 0.62)
        let surface = bands[belt * 0.75 + storm + 0.5 + latitude * 0.12]
        let facing = x * sun.x + y * sun.y + z * sun.z
        let lit = smoothstep(-0.06, 0.9, facing) * 1.5
        // Towards the sun, does the ring stand in the way?
        let slope = sun.x * axis.x + sun.y * axis.y + sun.z * axis.z
        let t = latitude * (-1 / slope)
        let r = max(1 + t * t + t * facing * 2, 0).squareRoot()
        let shade = ringDensity(r) * smoothstep(0, 0.02, t) * 0.85
        let rim = pow(1 - z, 4) * clamp(facing + 0.3)
        return surface * (lit * (1 - shade) + 0.012) + bands[0.35] * (rim * 0.5)
    }

    private func ringLight(_ x: Lanes, _ y: Float) -> (light: Light, cover: Lanes, isInFront: Bool) {
        let z = (x * axis.x + y * axis.y) * (-1 / axis.z)
        let r = (x * x + z * z + y * y).squareRoot()
        let cover = ringDensity(r)
        let along = x * sun.x + z * sun.z + y * sun.y
        let away = max(r * r - along * along, 0).squareRoot()
        let shadow = smoothstep(0.985, 1.015, away).replacing(with: 1, where: along .> 0)
        let light = rings[(r - 1.25) * (1 / 1.1)] * (shadow * 0.95 + 0.03)
        // Eight neighbours rarely straddle the line; it runs outside the globe.
        return (light, cover, z.sum() > 0)
    }

    private func ringDensity(_ r: Lanes) -> Lanes {
        let noise = Noise(seed + 3)
        let grooves = noise.fbm(r * 9, Lanes(repeating: 0.5), octaves: 5, gain: 0.65)
        let span = smoothstep(1.26, 1.36, r) * smoothstep(2.34, 2.28, r)
        let gap = 1 - smoothstep(0.035, 0.02, (r - 1.98).magnitudes) * 0.93
        return span * gap * clamp(0.62 + grooves * 0.9)
    }

    private func paintMoon(on canvas: inout Canvas, _ cx: Float, _ cy: Float, _ size: Float, _ noise: Noise) {
        let edge = size / canvas.pixel
        canvas.retouch(Box(around: cx, cy, size * 1.1)) { px, py, light in
            let x = (px - cx) * (1 / size)
            let y = -(py - cy) / size
            let inside = length(x, Lanes(repeating: y))
            let z = max(1 - inside * inside, 0).squareRoot()
            let craters = noise.fbm(x * 3 + cx * 9, Lanes(repeating: y * 3), octaves: 5, gain: 0.6)
            let facing = clamp(x * sun.x + y * sun.y + z * sun.z + craters * 0.15)
            let surface = mix(Colour(0x6E6A70), Colour(0xC9BFB4), clamp(0.5 + craters)) * facing
            light = light.mixed(surface, clamp((1 - inside) * edge + 0.5))
        }
    }
}
