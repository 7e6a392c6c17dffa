import { describe, expect, test } from 'vitest'
import { createBeatMeter } from './beats.ts'
import { createLeveller } from './leveller.ts'
import { createLoudnessMeter } from './loudness.ts'
import type { Stereo } from './loudness.ts'
import { PEAK_REACH, truePeakAt } from './true-peak.ts'

const RATE = 48_000

function stereo(seconds: number, sampleAt: (time: number, channel: 0 | 1) => number, rate = RATE): Stereo {
  const channel = (side: 0 | 1): Float32Array =>
    Float32Array.from({ length: Math.round(seconds * rate) }, (_, at) => sampleAt(at / rate, side))
  return { left: channel(0), right: channel(1) }
}

const db = (decibels: number): number => 10 ** (decibels / 20)
const sine = (frequency: number, level: number) => (time: number) => level * Math.sin(2 * Math.PI * frequency * time)

function integrated(piece: Stereo, rate = RATE): number {
  const meter = createLoudnessMeter(rate)
  // In uneven pieces, as decoders give them.
  for (let at = 0; at < piece.left.length; at += 4099)
    meter.add({ left: piece.left.slice(at, at + 4099), right: piece.right.slice(at, at + 4099) })
  return meter.integrated()
}

describe('loudness', () => {
  // EBU Tech 3341, cases 1 and 2.
  test.each([
    [-23, 48_000],
    [-33, 48_000],
    [-23, 44_100],
  ])('a stereo tone of 1 kHz at %d dBFS is as many LUFS, at %d Hz', (level, rate) => {
    expect(integrated(stereo(20, sine(1000, db(level)), rate), rate)).toBeCloseTo(level, 1)
  })

  // EBU Tech 3341, case 3.
  test('quiet parts do not count', () => {
    const levels = (time: number): number => (time < 10 || time >= 70 ? -36 : -23)
    expect(integrated(stereo(80, (time) => sine(1000, db(levels(time)))(time)))).toBeCloseTo(-23, 1)
  })

  test('silence has none', () => {
    expect(integrated(stereo(2, () => 0))).toBe(-Infinity)
  })
})

test('a peak between two samples is found', () => {
  // A quarter of the sample rate, an eighth off: no sample is higher than the root of a half.
  const tone = Float32Array.from({ length: 400 }, (_, at) => Math.sin((Math.PI / 2) * at + Math.PI / 4))
  expect(Math.max(...tone)).toBeCloseTo(Math.SQRT1_2, 3)
  expect(truePeakAt(tone, 200)).toBeCloseTo(1, 1)
})

describe('levelling', () => {
  const level = (piece: Stereo, options: { gain: number; ceiling: number }, size = 4099): Stereo => {
    const leveller = createLeveller(RATE, options)
    const parts: Stereo[] = []
    for (let at = 0; at < piece.left.length; at += size) {
      parts.push(leveller.add({ left: piece.left.slice(at, at + size), right: piece.right.slice(at, at + size) }))
    }
    parts.push(leveller.finish())
    const joined = (side: keyof Stereo): Float32Array => Float32Array.from(parts.flatMap((part) => [...part[side]]))
    return { left: joined('left'), right: joined('right') }
  }
  const music = stereo(2, (time, channel) => sine(220 + 110 * channel, 0.2)(time) + (time % 0.5 < 0.01 ? sine(3000, 0.7)(time) : 0))

  test('what stays below the ceiling is only multiplied, sample by sample', () => {
    const out = level(music, { gain: 0.5, ceiling: 1 })
    expect(out.left.length).toBe(music.left.length)
    expect(Math.max(...out.left.map((sample, at) => Math.abs(sample - 0.5 * (music.left[at] ?? 0))))).toBeLessThan(1e-6)
  })

  test('no peak exceeds the ceiling, and the rest is as loud as wanted', () => {
    const ceiling = db(-1.5)
    const out = level(music, { gain: 3, ceiling })
    let highest = 0
    for (let at = PEAK_REACH; at < out.left.length - PEAK_REACH; at++)
      highest = Math.max(highest, truePeakAt(out.left, at), truePeakAt(out.right, at))
    expect(highest).toBeLessThan(ceiling * 1.02)
    expect(highest).toBeGreaterThan(ceiling * 0.9)
    expect(out.left[24_000 - 2000]).toBeCloseTo(3 * (music.left[24_000 - 2000] ?? 0), 1)
  })

  test('the size of the pieces makes no difference', () => {
    expect(level(music, { gain: 3, ceiling: 0.8 }, 100)).toEqual(level(music, { gain: 3, ceiling: 0.8 }, 50_000))
  })
})

describe('beats', () => {
  const beatsOf = (piece: Stereo) => {
    const meter = createBeatMeter(RATE)
    meter.add(piece)
    return meter.beats()
  }
  /** Clicks on beats over a tone, every fourth one louder. */
  const clicks = (bpm: number, first: number) =>
    stereo(30, (time) => {
      const beat = ((time - first) * bpm) / 60
      const since = beat < 0 ? 1 : beat - Math.floor(beat)
      const accent = Math.floor(beat) % 4 === 0 ? 1 : 0.6
      return sine(220, 0.1)(time) + (since * (60 / bpm) < 0.02 ? accent * sine(1800, 0.6)(time) : 0)
    })

  test.each([
    [120, 0.25],
    [93.7, 0.1],
    [128, 0],
    [150, 0.3],
  ])('%d a minute from %d seconds are found to a hundredth of a second after half a minute', (bpm, first) => {
    const beats = beatsOf(clicks(bpm, first))
    expect(beats?.bpm).toBeCloseTo(bpm, 1)
    const drift = 30 * Math.abs((beats?.bpm ?? 0) / bpm - 1)
    expect(drift).toBeLessThan(0.02)
    // Just before the first beat is just after the last one.
    const apart = Math.abs((beats?.offset ?? 0) - first)
    expect(Math.min(apart, 60 / bpm - apart)).toBeLessThan(0.012)
  })

  test.each([
    ['a tone', stereo(30, sine(440, 0.5))],
    ['silence', stereo(30, () => 0)],
    ['too short a sound', clicks(120, 0).left.slice(0, 100_000)],
  ])('%s has none', (_, sound) => {
    expect(beatsOf('left' in sound ? sound : { left: sound, right: sound })).toBeNull()
  })
})
