import { clamp } from '@ninesixteen/shared/slide/geometry'

/** Hue in degrees, 0 to 360; saturation and value as shares, 0 to 1. */
export interface Hsv {
  hue: number
  saturation: number
  value: number
}

/** Red, green and blue of a hex color, 0 to 255. */
export function rgbOf(hex: string): [red: number, green: number, blue: number] {
  const value = Number.parseInt(hex.slice(1), 16)
  return [value >> 16, (value >> 8) & 255, value & 255]
}

export function hexOfRgb(channels: readonly number[]): string {
  return `#${channels.map((channel) => clamp(Math.round(channel), 0, 255).toString(16).padStart(2, '0')).join('')}`
}

export function hsvOf(hex: string): Hsv {
  const [red, green, blue] = rgbOf(hex).map((channel) => channel / 255) as [number, number, number]
  const value = Math.max(red, green, blue)
  const range = value - Math.min(red, green, blue)
  if (range === 0) return { hue: 0, saturation: 0, value }
  const sixth = value === red ? (green - blue) / range : value === green ? (blue - red) / range + 2 : (red - green) / range + 4
  return { hue: (sixth * 60 + 360) % 360, saturation: range / value, value }
}

export function hexOfHsv({ hue, saturation, value }: Hsv): string {
  const channel = (offset: number): number => {
    const sixth = (offset + hue / 60) % 6
    return 255 * (value - value * saturation * clamp(Math.min(sixth, 4 - sixth), 0, 1))
  }
  return hexOfRgb([channel(5), channel(3), channel(1)])
}
