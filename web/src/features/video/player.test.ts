import { expect, test } from 'vitest'
import { createPlayer } from './player.ts'
import type { PlayerClock } from './player.ts'

/** A clock set by hand; `frame` lets time pass and then draws the frame that was asked for. */
function handClock(): PlayerClock & { frame(ms: number): void; waiting(): boolean } {
  let time = 0
  let asked: (() => void) | null = null
  return {
    now: () => time,
    nextFrame(run) {
      asked = run
      return () => (asked = null)
    },
    frame(ms) {
      time += ms
      const run = asked
      asked = null
      run?.()
    },
    waiting: () => asked !== null,
  }
}

test('frames are asked for only while it plays, and it pauses by itself at the end', () => {
  const clock = handClock()
  const player = createPlayer(clock)
  expect(clock.waiting()).toBe(false)
  player.send({ type: 'play' })
  for (let frame = 0; frame < 599; frame += 1) clock.frame(1000 / 60)
  expect(player.store.getState().playback.status).toBe('playing')
  expect(player.position()).toBeCloseTo(9983.33, 1)
  clock.frame(17)
  expect(player.store.getState()).toEqual({ playback: { status: 'ended', at: 10_000 }, progress: 10_000 })
  expect(clock.waiting()).toBe(false)
})

test('a page that stood still for a while goes on at the right place', () => {
  const clock = handClock()
  const player = createPlayer(clock)
  player.send({ type: 'play' })
  clock.frame(16)
  clock.frame(4321)
  expect(player.position()).toBe(4337)
  expect(player.store.getState().progress).toBe(4300)
})

test('the progress changes once in 50 ms, listeners hear of every frame', () => {
  const clock = handClock()
  const player = createPlayer(clock)
  let changes = 0
  let frames = 0
  player.send({ type: 'play' })
  player.store.subscribe(() => (changes += 1))
  const end = player.onFrame(() => (frames += 1))
  for (let frame = 0; frame < 100; frame += 1) clock.frame(10)
  expect({ changes, frames }).toEqual({ changes: 20, frames: 100 })
  end()
  clock.frame(10)
  expect(frames).toBe(100)
})

test('pause, seek and reset end the loop; stopping withdraws the frame that was asked for', () => {
  const clock = handClock()
  const player = createPlayer(clock)
  player.send({ type: 'play' })
  clock.frame(1000)
  player.send({ type: 'pause' })
  expect(clock.waiting()).toBe(false)
  clock.frame(5000)
  expect(player.position()).toBe(1000)
  player.send({ type: 'seek', to: 6010 })
  expect(player.store.getState().progress).toBe(6000)
  player.send({ type: 'play' })
  player.send({ type: 'reset' })
  expect(player.store.getState().progress).toBe(0)
  expect(clock.waiting()).toBe(false)
  player.send({ type: 'play' })
  player.stop()
  expect(clock.waiting()).toBe(false)
})
