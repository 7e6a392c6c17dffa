/** Luminance of each of the 256 values of a channel, as WCAG 2 linearises sRGB. */
const LINEAR = Float64Array.from({ length: 256 }, (_, value) => {
  const share = value / 255
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
})

/** Relative luminance (WCAG 2) of channels from 0 to 255; between 0 and 1. */
export function luminance(red: number, green: number, blue: number): number {
  return 0.2126 * (LINEAR[red] ?? 0) + 0.7152 * (LINEAR[green] ?? 0) + 0.0722 * (LINEAR[blue] ?? 0)
}

/** Contrast ratio of two luminances: 1 for equal ones, 21 for black and white. */
export function contrastRatio(a: number, b: number): number {
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

export function luminanceOfHex(hex: string): number {
  const value = Number.parseInt(hex.slice(1), 16)
  return luminance(value >> 16, (value >> 8) & 255, value & 255)
}

/** Contrast ratio of two hex colors, 1 to 21. */
export function contrastOf(one: string, other: string): number {
  return contrastRatio(luminanceOfHex(one), luminanceOfHex(other))
}

/** Black or white, whichever contrasts more with a color. */
export function opposite(hex: string): string {
  return contrastOf(hex, '#000000') >= contrastOf(hex, '#ffffff') ? '#000000' : '#ffffff'
}
