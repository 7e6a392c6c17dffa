/** Points between two samples, and the samples that each is made of (ITU-R BS.1770-4, annex 2). */
const PHASES = 4
const TAPS = 12

/** A windowed sinc for each point. */
const FILTERS = Array.from({ length: PHASES }, (_, phase) =>
  Float64Array.from({ length: TAPS }, (__, tap) => {
    const at = tap - TAPS / 2 + 1 - phase / PHASES
    const sinc = at === 0 ? 1 : Math.sin(Math.PI * at) / (Math.PI * at)
    const window = Math.cos((Math.PI * at) / TAPS) ** 2
    return sinc * window
  }),
)
/** Samples after the one whose surroundings are looked at. */
export const PEAK_REACH = TAPS / 2

/** The highest absolute value from the sample at an index up to the next one, as a converter plays it. */
export function truePeakAt(samples: Float32Array, index: number): number {
  let peak = 0
  for (const filter of FILTERS) {
    let value = 0
    for (let tap = 0; tap < TAPS; tap++) value += (filter[tap] ?? 0) * (samples[index + tap - PEAK_REACH + 1] ?? 0)
    peak = Math.max(peak, Math.abs(value))
  }
  return peak
}
