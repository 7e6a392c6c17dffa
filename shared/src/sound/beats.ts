import type { Stereo } from './loudness.ts'

/** Beats of a track. */
export interface Beats {
  /** Beats per minute. */
  bpm: number
  /** Seconds until the first beat, less than one beat. */
  offset: number
}

/** Samples of a point of the envelope: 5 ms. */
const HOP = 256
const BPM_MIN = 70
const BPM_MAX = 180
/** The tempo that most people tap, which decides between a tempo and its double. */
const BPM_PREFERRED = 120
/** With fewer onsets, a track has no tempo. */
const BEATS_MIN = 8
/** Seconds that the tempo is found in. */
const LISTENED = 120
/** How much stronger onsets on beats are than elsewhere, where a track has a beat at all. */
const STRENGTH_MIN = 3
/** Energy below its inverse is silence. */
const LEVELS = 1e4
/** Smallest rise that counts as an onset. */
const RISE_MIN = 0.1
/** Upper limit of the bass band, which has the drums. */
const BASS_HZ = 120
/** How fast the comparison with earlier energy forgets, for each point. */
const DECAY = 0.9

export interface BeatMeter {
  add(piece: Stereo): void
  /** Null for a track without a steady beat. */
  beats(): Beats | null
}

/** Finds the tempo of music piece by piece: by how suddenly it gets louder, in the parts that repeat most evenly. */
export function createBeatMeter(sampleRate: number): BeatMeter {
  const onsets: number[] = []
  const smoothing = 1 - Math.exp((-2 * Math.PI * BASS_HZ) / sampleRate)
  const [high, bass] = [createRise(), createRise()]
  let [count, last, low] = [0, 0, 0]
  return {
    add({ left, right }) {
      for (let index = 0; index < left.length && onsets.length * HOP < LISTENED * sampleRate; index++) {
        const sample = (left[index] ?? 0) + (right[index] ?? 0)
        low += (sample - low) * smoothing
        // The difference weighs high frequencies, which most beats begin with; drums have the others.
        high.add((sample - last) ** 2)
        bass.add(low ** 2)
        last = sample
        if (++count < HOP) continue
        onsets.push(high.next() + bass.next())
        count = 0
      }
    },
    beats: () => findBeats(onsets, sampleRate / HOP),
  }
}

/** How much louder a part of the sound is than shortly before, in nepers of its energy. */
function createRise(): { add(energy: number): void; next(): number } {
  let [sum, peak] = [0, Infinity]
  return {
    add(energy) {
      sum += energy
    },
    next() {
      const level = Math.log1p(LEVELS * sum)
      const rise = level - peak
      peak = peak === Infinity ? level : Math.max(level, peak * DECAY + level * (1 - DECAY))
      sum = 0
      return rise > RISE_MIN ? rise : 0
    },
  }
}

function findBeats(onsets: readonly number[], rate: number): Beats | null {
  const total = onsets.reduce((sum, onset) => sum + onset, 0)
  const longest = (rate * 60) / BPM_MIN
  if (onsets.filter((onset) => onset > 0).length < BEATS_MIN || onsets.length < BEATS_MIN * longest) return null
  const smooth = onsets.map((onset, at) => (onset + ((onsets[at - 1] ?? 0) + (onsets[at + 1] ?? 0)) / 2) / 2)
  const period = finePeriod(smooth, roughPeriod(smooth, rate))
  const { phase, strength } = bestPhase(smooth, period)
  const strengthOf = (strength * onsets.length) / total
  if (strengthOf < STRENGTH_MIN) return null
  // An onset is at the start of its point.
  return { bpm: (rate * 60) / period, offset: phase / rate }
}

/** By autocorrelation, in whole points. */
function roughPeriod(onsets: readonly number[], rate: number): number {
  let [best, score] = [1, -1]
  for (let lag = Math.ceil((rate * 60) / BPM_MAX); lag <= (rate * 60) / BPM_MIN; lag++) {
    let sum = 0
    // With twice the lag as well: a bar repeats more evenly than a beat.
    for (let at = 2 * lag; at < onsets.length; at++) sum += (onsets[at] ?? 0) * ((onsets[at - lag] ?? 0) + (onsets[at - 2 * lag] ?? 0))
    const octaves = Math.log2((rate * 60) / lag / BPM_PREFERRED)
    const weighed = (sum / (onsets.length - 2 * lag)) * Math.exp(-0.5 * octaves * octaves)
    if (weighed > score) [best, score] = [lag, weighed]
  }
  return best
}

/** Around a whole number of points, so exactly that the last beat is still on its point. */
function finePeriod(onsets: readonly number[], rough: number): number {
  const step = rough / onsets.length / 2
  let [best, score] = [rough, -1]
  for (let period = rough - 0.75; period <= rough + 0.75; period += step) {
    const { strength } = bestPhase(onsets, period)
    if (strength > score) [best, score] = [period, strength]
  }
  return best
}

/** The first beat for a period, and the mean onset on its beats. */
function bestPhase(onsets: readonly number[], period: number): { phase: number; strength: number } {
  let [phase, strength] = [0, -1]
  for (let first = 0; first < period; first++) {
    let [sum, beats] = [0, 0]
    for (let at = first; at < onsets.length; at += period) {
      sum += onsets[Math.round(at)] ?? 0
      beats += 1
    }
    if (sum / beats > strength) [phase, strength] = [first, sum / beats]
  }
  return { phase, strength }
}
