import type { Stereo } from './loudness.ts'
import { PEAK_REACH, truePeakAt } from './true-peak.ts'

/** How far ahead of a peak the volume begins to fall, and how long it takes to rise again, in seconds. */
const LOOK_AHEAD = 0.005
const RELEASE = 0.2
/** Points between samples exceed them by no more than this factor in music. */
const OVERSHOOT = 2

export interface Leveller {
  /** Returns what is finished; the rest follows with the next pieces. */
  add(piece: Stereo): Stereo
  /** The end, once all pieces were added. */
  finish(): Stereo
}

/**
 * Applies a gain, and turns the volume down around peaks that would exceed a ceiling: a look-ahead limiter, in pieces. `ceiling` is the highest true
 * peak as a factor.
 */
export function createLeveller(sampleRate: number, { gain, ceiling }: { gain: number; ceiling: number }): Leveller {
  const window = Math.round(LOOK_AHEAD * sampleRate)
  const volumeOf = createLimiterCurve(window, 1 - Math.exp(-1 / (RELEASE * sampleRate)))
  /** Samples that are still needed, the first of them with number `base`. */
  let pending = silence(0)
  let base = 0
  /** Samples whose peaks are known to the limiter. */
  let looked = 0

  const append = (piece: Stereo): Stereo => {
    pending = { left: joined(pending.left, piece.left), right: joined(pending.right, piece.right) }
    const limit = Math.max(looked, base + pending.left.length - PEAK_REACH)
    const first = Math.max(0, looked - window + 1)
    const out = silence(Math.max(0, limit - window + 1 - first))
    for (let index = looked; index < limit; index++) {
      const volume = volumeOf(Math.min(1, ceiling / peakAt(pending, index - base, ceiling)))
      const number = index - window + 1
      if (number < 0) continue
      out.left[number - first] = (pending.left[number - base] ?? 0) * volume
      out.right[number - first] = (pending.right[number - base] ?? 0) * volume
    }
    looked = limit
    const keepFrom = Math.max(base, looked - window - PEAK_REACH)
    pending = { left: pending.left.slice(keepFrom - base), right: pending.right.slice(keepFrom - base) }
    base = keepFrom
    return out
  }
  return {
    add: ({ left, right }) => append({ left: left.map((sample) => sample * gain), right: right.map((sample) => sample * gain) }),
    finish: () => append(silence(window - 1 + PEAK_REACH)),
  }
}

function silence(length: number): Stereo {
  return { left: new Float32Array(length), right: new Float32Array(length) }
}

function joined(a: Float32Array, b: Float32Array): Float32Array {
  const both = new Float32Array(a.length + b.length)
  both.set(a)
  both.set(b, a.length)
  return both
}

function peakAt({ left, right }: Stereo, index: number, ceiling: number): number {
  const near = Math.max(
    Math.abs(left[index] ?? 0),
    Math.abs(right[index] ?? 0),
    Math.abs(left[index + 1] ?? 0),
    Math.abs(right[index + 1] ?? 0),
  )
  return near * OVERSHOOT < ceiling ? near : Math.max(near, truePeakAt(left, index), truePeakAt(right, index))
}

/**
 * The volume of the sample `window - 1` before each factor: the lowest of the factors since, which falls over the whole window and rises slowly. Its
 * mean over the window never exceeds the factor of the sample itself.
 */
function createLimiterCurve(window: number, release: number): (factor: number) => number {
  /** Factors that no later one undercuts, with their places. */
  const lows: { place: number; factor: number }[] = []
  const held = new Float64Array(window).fill(1)
  let [place, level, sum] = [0, 1, window]
  return (factor) => {
    while ((lows.at(-1)?.factor ?? 0) >= factor) lows.pop()
    lows.push({ place, factor })
    while ((lows[0]?.place ?? place) <= place - window) lows.shift()
    level = Math.min(lows[0]?.factor ?? 1, level + (1 - level) * release)
    sum += level - (held[place % window] ?? 1)
    held[place % window] = level
    place += 1
    return sum / window
  }
}
