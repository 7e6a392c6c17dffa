/** Light, linear, 1 is paper white; more than 1 is allowed until the picture is developed. */
export type Rgb = readonly [red: number, green: number, blue: number]

export const clamp = (value: number, low = 0, high = 1): number => Math.min(high, Math.max(low, value))

export const mix = (a: number, b: number, t: number): number => a + (b - a) * t

/** 0 below `from`, 1 above `to`, smooth between; `from` may be the greater one. */
export function ease(from: number, to: number, value: number): number {
  const t = clamp((value - from) / (to - from))
  return t * t * (3 - 2 * t)
}

function linearOf(channel: number): number {
  return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
}

const KNOWN = new Map<string, Rgb>()

/** Light of an sRGB colour written `#rrggbb`; remembered, because shaders ask for every pixel. */
export function light(hex: string): Rgb {
  const known = KNOWN.get(hex)
  if (known !== undefined) return known
  const value = Number.parseInt(hex.slice(1), 16)
  const made: Rgb = [linearOf((value >> 16) / 255), linearOf(((value >> 8) & 255) / 255), linearOf((value & 255) / 255)]
  KNOWN.set(hex, made)
  return made
}

export const blend = (a: Rgb, b: Rgb, t: number): Rgb => [mix(a[0], b[0], t), mix(a[1], b[1], t), mix(a[2], b[2], t)]
export const add = (a: Rgb, b: Rgb): Rgb => [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
export const scale = (a: Rgb, by: number): Rgb => [a[0] * by, a[1] * by, a[2] * by]
export const times = (a: Rgb, b: Rgb): Rgb => [a[0] * b[0], a[1] * b[1], a[2] * b[2]]

/** Colour along a row of stops, their positions rising. */
export function ramp(...stops: readonly (readonly [at: number, hex: string])[]): (t: number) => Rgb {
  const lights = stops.map(([at, hex]) => ({ at, colour: light(hex) }))
  return (t) => {
    let below = lights[0]
    for (const stop of lights) {
      if (t < stop.at) {
        if (below === undefined || below === stop) return stop.colour
        return blend(below.colour, stop.colour, (t - below.at) / (stop.at - below.at))
      }
      below = stop
    }
    return below?.colour ?? [0, 0, 0]
  }
}
