import { beforeEach, describe, expect, it } from 'vitest'
import { sessionGate, useSessionGate } from './session-gate.ts'

beforeEach(() => {
  sessionGate.settle(false)
  sessionGate.signedOut()
})

describe('calls that met the end of a session', () => {
  it('wait for one modal and go on together', async () => {
    sessionGate.signedInAs('ada')
    const calls = [sessionGate.signInAgain(), sessionGate.signInAgain()]
    expect(useSessionGate.getState()).toMatchObject({ ended: true, open: true, userId: 'ada' })
    sessionGate.settle(true)
    expect(await Promise.all(calls)).toEqual([true, true])
    expect(useSessionGate.getState()).toMatchObject({ ended: false, open: false })
  })

  it('give up when the modal is closed, and the session stays ended', async () => {
    sessionGate.signedInAs('ada')
    const call = sessionGate.signInAgain()
    sessionGate.settle(false)
    expect(await call).toBe(false)
    expect(useSessionGate.getState()).toMatchObject({ ended: true, open: false })
  })

  it('are not woken by a later answer', async () => {
    const first = sessionGate.signInAgain()
    sessionGate.settle(false)
    const second = sessionGate.signInAgain()
    sessionGate.settle(true)
    expect([await first, await second]).toEqual([false, true])
  })
})
