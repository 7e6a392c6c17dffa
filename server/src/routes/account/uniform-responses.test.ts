import { expect, test } from 'vitest'
import { Caller, startTestApp } from '../../testing/app.ts'

/** Only a lower bound, minus the inaccuracy of timers. */
const AT_LEAST_MS = 245

test('what must not tell whether an address has an account is answered no sooner than either takes', { tags: ['long'] }, async () => {
  const app = await startTestApp({ confirmEmail: true })
  const { email } = await app.buildUser()
  const ask = async (path: string, body: object) => {
    const begun = performance.now()
    const { status } = await new Caller(app.url).call('POST', `/api/auth/${path}`, body)
    return [status, performance.now() - begun >= AT_LEAST_MS]
  }
  for (const address of [email, 'nobody@example.com']) {
    expect(await ask('sign-in/email', { email: address, password: 'not the password' })).toEqual([401, true])
    expect(await ask('recovery', { email: address })).toEqual([200, true])
    expect(await ask('confirm-email/again', { email: address })).toEqual([200, true])
    expect(await ask('sign-up/email', { email: address, password: 'a good password', name: 'Ann' })).toEqual([200, true])
  }
})
