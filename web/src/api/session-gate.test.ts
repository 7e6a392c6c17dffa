import { beforeEach, describe, expect, it } from 'vitest'
import { sessionGate, useSessionGate } from './session-gate.ts'

beforeEach(() => {
  sessionGate.dismiss()
  useSessionGate.setState(useSessionGate.getInitialState())
})

describe('requests after the end of a session', () => {
  it('wait for one dialog and resume together once their user signs in, in any window', async () => {
    sessionGate.signedInAs('ada')
    const calls = [sessionGate.signInAgain(), sessionGate.signInAgain()]
    expect(useSessionGate.getState()).toMatchObject({ ended: true, open: true, userId: 'ada' })
    sessionGate.signedInAs('ada')
    expect(await Promise.all(calls)).toEqual([true, true])
    expect(useSessionGate.getState()).toMatchObject({ ended: false, open: false })
  })

  it('give up when the user closes the dialog, and the session stays ended', async () => {
    sessionGate.signedInAs('ada')
    const call = sessionGate.signInAgain()
    sessionGate.dismiss()
    expect(await call).toBe(false)
    expect(useSessionGate.getState()).toMatchObject({ ended: true, open: false })
  })

  it('are not resumed by a later sign-in', async () => {
    sessionGate.signedInAs('ada')
    const first = sessionGate.signInAgain()
    sessionGate.dismiss()
    const second = sessionGate.signInAgain()
    expect(useSessionGate.getState().open, 'a dismissed dialog opens again with the next request').toBe(true)
    sessionGate.signedInAs('ada')
    expect([await first, await second]).toEqual([false, true])
  })

  it('give up when another user signs in, and the page keeps its user until it reloads', async () => {
    sessionGate.signedInAs('ada')
    const call = sessionGate.signInAgain()
    sessionGate.signedInAs('bo')
    expect(await call).toBe(false)
    expect(useSessionGate.getState()).toMatchObject({ userId: 'ada', left: 'taken-over', open: false })
    sessionGate.signedInAs('ada')
    expect(useSessionGate.getState().left, 'a page about to reload stays closed').toBe('taken-over')
  })
})
