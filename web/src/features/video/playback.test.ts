import { VIDEO_MS } from '@ninesixteen/shared/video/timeline'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { AT_START, nextPlayback, positionAt } from './playback.ts'
import type { Playback, PlaybackEvent } from './playback.ts'

const ended: Playback = { status: 'ended', at: VIDEO_MS }
const playing: Playback = { status: 'playing', at: 2000, since: 500 }

test.each<[string, Playback, PlaybackEvent, Playback]>([
  ['playing from the start', AT_START, { type: 'play', now: 7 }, { status: 'playing', at: 0, since: 7 }],
  ['playing what plays', playing, { type: 'play', now: 900 }, playing],
  ['playing at the end restarts', ended, { type: 'play', now: 7 }, { status: 'playing', at: 0, since: 7 }],
  ['toggling at the end restarts', ended, { type: 'toggle', now: 7 }, { status: 'playing', at: 0, since: 7 }],
  ['pausing keeps the position', playing, { type: 'pause', now: 900 }, { status: 'paused', at: 2400 }],
  ['toggling what plays', playing, { type: 'toggle', now: 900 }, { status: 'paused', at: 2400 }],
  ['resuming after a pause', { status: 'paused', at: 2400 }, { type: 'toggle', now: 5000 }, { status: 'playing', at: 2400, since: 5000 }],
  ['a tick before the end', playing, { type: 'tick', now: 8499 }, playing],
  ['a tick at the end pauses', playing, { type: 'tick', now: 8500 }, ended],
  ['a tick long after the end', playing, { type: 'tick', now: 1e9 }, ended],
  ['pausing after the end, before the tick', playing, { type: 'pause', now: 9000 }, ended],
  ['reset while playing', playing, { type: 'reset', now: 900 }, AT_START],
  ['reset at the end', ended, { type: 'reset', now: 900 }, AT_START],
  ['seeking while playing', playing, { type: 'seek', to: 5000, now: 900 }, { status: 'playing', at: 5000, since: 900 }],
  ['seeking while paused', AT_START, { type: 'seek', to: 5000, now: 900 }, { status: 'paused', at: 5000 }],
  ['seeking back from the end', ended, { type: 'seek', to: 5000, now: 900 }, { status: 'paused', at: 5000 }],
  ['seeking to the end', playing, { type: 'seek', to: VIDEO_MS + 1, now: 900 }, ended],
  ['seeking before the start', ended, { type: 'seek', to: -1, now: 900 }, { status: 'paused', at: 0 }],
])('%s', (_, before, event, after) => {
  expect(nextPlayback(before, event)).toEqual(after)
})

const step = fc.record({
  type: fc.constantFrom('play', 'pause', 'toggle', 'reset', 'tick', 'seek'),
  wait: fc.double({ min: 0, max: 4000, noNaN: true }),
  to: fc.double({ min: -500, max: VIDEO_MS + 500, noNaN: true }),
})

test('for any use, the position is within the video, it ends only at its end, and ticks change nothing else', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      let playback: Playback = AT_START
      let now = 0
      for (const { type, wait, to } of steps) {
        now += wait
        const before = positionAt(playback, now)
        playback = nextPlayback(playback, type === 'seek' ? { type, to, now } : { type, now })
        const after = positionAt(playback, now)
        expect(after).toBeGreaterThanOrEqual(0)
        expect(after).toBeLessThanOrEqual(VIDEO_MS)
        expect(playback.status === 'ended').toBe(after === VIDEO_MS)
        if (type === 'tick' || type === 'pause') expect(after).toBeCloseTo(before, 6)
      }
    }),
  )
})
