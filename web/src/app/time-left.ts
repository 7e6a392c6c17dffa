import { useState } from 'react'

/** Progress at a moment, in milliseconds. */
export interface ProgressSample {
  at: number
  done: number
}

interface Progress {
  done: number
  /** Null if unknown. */
  total: number | null
}

/** Measurements are at least this far apart, and reach back this far. */
const APART_MS = 1_000
const SAMPLES_MAX = 60
/** A shorter measurement says nothing, and a shorter rest is over before it is read. */
const MEASURED_MS = 5_000
const LEFT_SECONDS = 5
/** The slower half of a measurement has at least this share of the other one's rate. */
const STEADY = 0.5

/** Adds progress to measurements. Progress that goes back begins them again. */
export function withSample(samples: readonly ProgressSample[], next: ProgressSample): readonly ProgressSample[] {
  const last = samples.at(-1)
  if (last === undefined || next.done < last.done) return [next]
  if (next.done === last.done || next.at - last.at < APART_MS) return samples
  return [...samples, next].slice(-SAMPLES_MAX)
}

const rateOf = (from: ProgressSample, to: ProgressSample): number => (to.done - from.done) / (to.at - from.at)

/** Seconds until all is done; null without a steady rate, and for the last seconds. */
export function secondsLeft(samples: readonly ProgressSample[], { done, total }: Progress): number | null {
  const [first, last, middle] = [samples[0], samples.at(-1), samples[Math.floor((samples.length - 1) / 2)]]
  if (!first || !last || !middle || total === null || samples.length < 3 || last.at - first.at < MEASURED_MS) return null
  const rates = [rateOf(first, middle), rateOf(middle, last)]
  if (Math.min(...rates) < Math.max(...rates) * STEADY) return null
  const seconds = (total - done) / rateOf(first, last) / 1000
  return seconds < LEFT_SECONDS ? null : seconds
}

/** Such as "About 40 s left"; null if it is unknown. */
export function timeLeftText(seconds: number | null): string | null {
  if (seconds === null) return null
  if (seconds < 55) return `About ${Math.ceil(seconds / 5) * 5} s left`
  const minutes = Math.round(seconds / 60)
  return minutes < 60 ? `About ${minutes} min left` : `About ${Math.round(minutes / 60)} h left`
}

interface FollowedProgress extends Progress {
  id: string
}

interface Measurements {
  at: number
  of: ReadonlyMap<string, readonly ProgressSample[]>
}

/** The time left of work, by id, measured while this page follows it. `at` is the moment of its progress. */
export function useTimesLeft(work: readonly FollowedProgress[], at: number): (id: string) => string | null {
  const [measured, setMeasured] = useState<Measurements>({ at: 0, of: new Map() })
  if (at !== measured.at) {
    const of = new Map(work.map(({ id, done }) => [id, withSample(measured.of.get(id) ?? [], { at, done })]))
    setMeasured({ at, of })
  }
  return (id) => {
    const progress = work.find((one) => one.id === id)
    return progress ? timeLeftText(secondsLeft(measured.of.get(id) ?? [], progress)) : null
  }
}
