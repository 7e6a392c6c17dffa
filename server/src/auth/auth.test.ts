import { expect, test } from 'vitest'
import { startTestApp } from '../testing/app.ts'

test('a new account is signed in, has settings, and no Pro plan', async () => {
  const app = await startTestApp()
  const user = await app.buildUser({ pro: false, email: 'Ann@Example.org' })
  const me = await user.api('GET', '/me')
  expect(me).toEqual({
    id: user.id,
    email: 'ann@example.org',
    displayName: 'Tester',
    proPlan: false,
    settings: { theme: 'dark', defaultContentStyle: 'educational', autoSave: true },
  })
})
