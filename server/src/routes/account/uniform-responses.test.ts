import { expect, test } from 'vitest'
import { Caller, startTestApp } from '../../testing/app.ts'

/** Only a lower bound, minus the inaccuracy of timers. */
const AT_LEAST_MS = 245

test('pads responses so that their time does not reveal whether an account exists', { tags: ['long'] }, async () => {
  const app = await startTestApp({ confirmEmail: true })
  const { email } = await app.buildUser()
  const time = async (path: string, body: object) => {
    const startedAt = performance.now()
    const { status } = await new Caller(app.url).call('POST', `/api/auth/${path}`, body)
    return [status, performance.now() - startedAt >= AT_LEAST_MS]
  }
  for (const address of [email, 'nobody@example.com']) {
    expect(await time('sign-in/email', { email: address, password: 'not the password' })).toEqual([401, true])
    expect(await time('recovery', { email: address })).toEqual([200, true])
    expect(await time('confirm-email/again', { email: address })).toEqual([200, true])
    expect(await time('sign-up/email', { email: address, password: 'a good password', name: 'Ann' })).toEqual([200, true])
  }
})
