import { beforeEach, describe, expect, it } from 'vitest'
import { sessionGate, useSessionGate } from './session-gate.ts'

beforeEach(() => {
  sessionGate.dismiss()
  useSessionGate.setState(useSessionGate.getInitialState())
})

describe('calls that met the end of a session', () => {
  it('wait for one modal and go on together, as soon as their person is back, wherever they signed in', async () => {
    sessionGate.signedInAs('ada')
    const calls = [sessionGate.signInAgain(), sessionGate.signInAgain()]
    expect(useSessionGate.getState()).toMatchObject({ ended: true, open: true, userId: 'ada' })
    sessionGate.signedInAs('ada')
    expect(await Promise.all(calls)).toEqual([true, true])
    expect(useSessionGate.getState()).toMatchObject({ ended: false, open: false })
  })

  it('give up when the modal is closed, and the session stays ended', async () => {
    sessionGate.signedInAs('ada')
    const call = sessionGate.signInAgain()
    sessionGate.dismiss()
    expect(await call).toBe(false)
    expect(useSessionGate.getState()).toMatchObject({ ended: true, open: false })
  })

  it('are not woken by a later answer', async () => {
    sessionGate.signedInAs('ada')
    const first = sessionGate.signInAgain()
    sessionGate.dismiss()
    const second = sessionGate.signInAgain()
    expect(useSessionGate.getState().open, 'a dismissed modal comes back with the next call').toBe(true)
    sessionGate.signedInAs('ada')
    expect([await first, await second]).toEqual([false, true])
  })

  it('give up when somebody else signs in, and the page stays the first one’s until it goes', async () => {
    sessionGate.signedInAs('ada')
    const call = sessionGate.signInAgain()
    sessionGate.signedInAs('bo')
    expect(await call).toBe(false)
    expect(useSessionGate.getState()).toMatchObject({ userId: 'ada', left: 'taken-over', open: false })
    sessionGate.signedInAs('ada')
    expect(useSessionGate.getState().left, 'there is no way back into a page that goes').toBe('taken-over')
  })
})
