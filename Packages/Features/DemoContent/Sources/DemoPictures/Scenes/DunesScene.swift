/// Dunes in low light, with sharp crests and fine ripples.
struct DunesScene: Scene {
    let seed: Int
    var sky: Palette
    var sand: (light: Colour, dark: Colour)
    var sun: Colour
    var shade: Colour
    var haze: Colour

    var film: Film { Film(exposure: 0.92, saturation: 0.98, vignette: 0.3) }

    func paint(on canvas: inout Canvas) {
        let horizon: Float = 0.4
        let sunX = canvas.aspect * 0.16
        let scale = 1 / canvas.pixel
        canvas.shade { x, y in
            var light = sky[Lanes(repeating: (horizon - y) / horizon)]
            let d = length(x - sunX, Lanes(repeating: y - horizon + 0.085))
            light += haze * (exp(d * -4) * 0.7)
            return light.mixed(sun * 1.2, clamp((0.045 - d) * scale + 0.5))
        }
        let view = Viewpoint(x: 2.1, height: 2.3, z: 1.2, horizon: horizon, focal: 1.1, near: 1.3, far: 50, steps: 560)
        _ = canvas.draw(Sand(scene: self, noise: Noise(seed)), from: view)
        canvas.bloom(threshold: 0.95, radius: 0.07, strength: 0.3)
    }

    private struct Sand: Landscape {
        let scene: DunesScene
        let noise: Noise
        var ceiling: Float { 2.4 }
        private let sunward: (x: Float, y: Float, z: Float) = (-0.9, 0.2, 0.38)

        /// One train of dunes: long backs to windward, steep slip faces in lee.
        @inline(__always) private func train(_ x: Lanes, _ z: Lanes, _ scale: Float, _ offset: Float) -> Lanes {
            let warp = noise(x * (scale * 0.45) + offset, z * (scale * 0.45))
            let bend = noise(x * (scale * 1.2) + offset, z * (scale * 0.8) + 5)
            let t = fraction((x * 0.8 + z * 0.42) * scale + warp * 1.35 + bend * 0.3 + offset)
            let back = t * (1 / 0.68)
            let face = (1 - t) * (1 / 0.32)
            let body = min(back * (0.55 + 0.45 * back), face * (1.6 - 0.6 * face))
            let tall = clamp(noise(x * (scale * 0.3) + 20, z * (scale * 0.3) + offset) * 0.9 + 0.62)
            return body * tall
        }

        @inline(__always) private func height(_ x: Lanes, _ z: Lanes) -> Lanes {
            train(x, z, 0.14, 0.3) * 1.55 + train(x + 3, z, 0.31, 4.7) * 0.42
        }

        func ground(_ x: Lanes, _ z: Lanes, distance: Float) -> Ground {
            // As far apart as the eye's samples lie, or crests would flicker.
            let step = 0.013 * distance.squareRoot()
            return Ground(
                height: height(x, z), slopeX: (height(x + step, z) - height(x - step, z)) * (0.5 / step),
                slopeZ: (height(x, z + step) - height(x, z - step)) * (0.5 / step))
        }

        func light(_ ground: Ground, _ x: Lanes, _ z: Lanes, distance: Float) -> Light {
            // Ripples follow the contours; beyond a few units they are too fine.
            let wander = noise.fbm(x * 0.9, z * 0.9, octaves: 3)
            let fade = exp(-distance * 0.2)
            let phase = (x * 0.5 + z * 0.95 + wander * 0.9) * 30
            let ripple = cos(phase) * (fade * 0.42)
            var rippled = ground
            rippled.slopeX += ripple * 0.9
            rippled.slopeZ += ripple * 0.6
            let facing = max(rippled.facing(sunward), 0)
            let grain = noise.fbm(x * 5, z * 5, octaves: 3) * (0.2 * fade)
            let surface = mix(scene.sand.dark, scene.sand.light, clamp(0.55 + grain + wander * 0.3))
            // A dune in the way of the sun: compare with the height towards it.
            var open = Lanes(repeating: 1)
            for step: Float in [0.35, 0.9, 1.9, 3.4] {
                let there = train(x + sunward.x * step, z + sunward.z * step, 0.14, 0.3) * 1.55
                let above = there - ground.height - sunward.y * step
                open = min(open, clamp(1 - above * (5 / step)))
            }
            let upright = ground.facing((0, 1, 0))
            let lit = scene.sun * (facing * open) + scene.shade * (0.35 + 0.65 * upright)
            let colour = Light(surface.r * lit.r, surface.g * lit.g, surface.b * lit.b)
            return colour.mixed(scene.haze, Lanes(repeating: 1 - exp(-distance * 0.028)))
        }
    }
}
