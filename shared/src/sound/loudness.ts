/** Loudness of tracks, in LUFS: what platforms play music at. */
export const TARGET_LUFS = -14
/** Highest true peak of a track, in dBTP. */
export const PEAK_DBTP = -1.5

/** Below it, a block is silence (ITU-R BS.1770-4). */
const ABSOLUTE_GATE = -70
/** Blocks quieter than the others by this don't count, in LU. */
const RELATIVE_GATE = 10
/** Steps of 100 ms in a block of 400 ms. */
const STEPS = 4
const STEPS_A_SECOND = 10

interface Biquad {
  b: readonly [number, number, number]
  a: readonly [number, number]
}

/** The two filters of K-weighting at any sample rate: a shelf for the head, and a high-pass. */
function weightingFilters(sampleRate: number): readonly [Biquad, Biquad] {
  return [shelf(sampleRate), highPass(sampleRate)]
}

function shelf(sampleRate: number): Biquad {
  const [frequency, gain, q] = [1681.974450955533, 3.999843853973347, 0.7071752369554196]
  const k = Math.tan((Math.PI * frequency) / sampleRate)
  const high = 10 ** (gain / 20)
  const band = high ** 0.4996667741545416
  const norm = 1 + k / q + k * k
  return {
    b: [(high + (band * k) / q + k * k) / norm, (2 * (k * k - high)) / norm, (high - (band * k) / q + k * k) / norm],
    a: [(2 * (k * k - 1)) / norm, (1 - k / q + k * k) / norm],
  }
}

function highPass(sampleRate: number): Biquad {
  const [frequency, q] = [38.13547087602444, 0.5003270373238773]
  const k = Math.tan((Math.PI * frequency) / sampleRate)
  const norm = 1 + k / q + k * k
  return { b: [1, -2, 1], a: [(2 * (k * k - 1)) / norm, (1 - k / q + k * k) / norm] }
}

/** Filters one channel, with its state between calls. */
function createWeighting(sampleRate: number): (sample: number) => number {
  const [first, second] = weightingFilters(sampleRate)
  let [x1, x2, y1, y2, z1, z2] = [0, 0, 0, 0, 0, 0]
  return (x) => {
    const y = first.b[0] * x + first.b[1] * x1 + first.b[2] * x2 - first.a[0] * y1 - first.a[1] * y2
    const z = second.b[0] * y + second.b[1] * y1 + second.b[2] * y2 - second.a[0] * z1 - second.a[1] * z2
    ;[x2, x1, y2, y1, z2, z1] = [x1, x, y1, y, z1, z]
    return z
  }
}

/** Two channels of samples from -1 to 1. */
export interface Stereo {
  left: Float32Array
  right: Float32Array
}

export interface LoudnessMeter {
  add(piece: Stereo): void
  /** Integrated loudness of all samples so far, in LUFS; minus infinity for silence. */
  integrated(): number
}

/** Measures loudness (ITU-R BS.1770-4) piece by piece. */
export function createLoudnessMeter(sampleRate: number): LoudnessMeter {
  const [weighLeft, weighRight] = [createWeighting(sampleRate), createWeighting(sampleRate)]
  const stepSamples = Math.round(sampleRate / STEPS_A_SECOND)
  /** Mean squares of steps of 100 ms. */
  const steps: number[] = []
  let [sum, count] = [0, 0]
  return {
    add({ left, right }) {
      for (let index = 0; index < left.length; index++) {
        const [l, r] = [weighLeft(left[index] ?? 0), weighRight(right[index] ?? 0)]
        sum += l * l + r * r
        if (++count < stepSamples) continue
        steps.push(sum / count)
        ;[sum, count] = [0, 0]
      }
    },
    integrated() {
      const blocks = steps.slice(STEPS - 1).map((_, end) => mean(steps.slice(end, end + STEPS)))
      const loud = blocks.filter((power) => loudnessOf(power) > ABSOLUTE_GATE)
      const gate = loudnessOf(mean(loud)) - RELATIVE_GATE
      return loudnessOf(mean(loud.filter((power) => loudnessOf(power) > gate)))
    },
  }
}

function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length
}

function loudnessOf(power: number): number {
  return -0.691 + 10 * Math.log10(power)
}
