import { beforeEach, expect, test } from 'vitest'
import type { SavedLook, SavedStyle } from '@ninesixteen/shared/api/saved-styles'
import type { ErrorBody } from '@ninesixteen/shared/errors'
import { savedStyles } from '../../db/schema-projects.ts'
import { startTestApp, type TestApp, type TestUser } from '../../testing/app.ts'

let app: TestApp
let user: TestUser
beforeEach(async () => {
  app = await startTestApp()
  user = await app.buildUser()
})

const look: SavedLook = {
  fontSize: 14,
  color: 'white',
  fontWeight: 800,
  font: 'anton',
  textColor: '#ff0033',
  uppercase: true,
  shadow: { color: '#000000', opacity: 0.5, x: 0, y: 1.5, blur: 4 },
}
const create = (name: string, style: object = look) => user.api<SavedStyle>('POST', '/saved-styles', { name, look: style })

test('styles are saved, listed by one request, renamed and deleted', async () => {
  const first = await create('  Bold title ')
  expect(first).toMatchObject({ name: 'Bold title', look })
  const second = await create('Quiet', {})
  expect(second.look).toEqual({ fontSize: 8, color: 'white', fontWeight: 400 })
  expect(await user.api('GET', '/saved-styles')).toEqual([second, first])
  const renamed = await user.api<SavedStyle>('PATCH', `/saved-styles/${first.id}`, { name: 'Loud' })
  expect(renamed).toEqual({ ...first, name: 'Loud' })
  await user.api('DELETE', `/saved-styles/${second.id}`)
  expect(await user.api('GET', '/saved-styles')).toEqual([renamed])
  expect((await user.call('DELETE', `/api/v1/saved-styles/${second.id}`)).status).toBe(404)
})

test('styles belong to their user', async () => {
  const { id } = await create('Mine')
  const other = await app.buildUser()
  expect(await other.api('GET', '/saved-styles')).toEqual([])
  expect((await other.call('PATCH', `/api/v1/saved-styles/${id}`, { name: 'x' })).status).toBe(404)
  expect((await other.call('DELETE', `/api/v1/saved-styles/${id}`)).status).toBe(404)
})

test('only the look of a text is stored', async () => {
  const { look: stored } = await create('All', {
    ...look,
    id: 'a',
    text: 'words',
    x: 3,
    rotation: 20,
    locked: true,
    more: 'x'.repeat(10_000),
  })
  expect(stored).toEqual(look)
})

test.each([
  [{ name: ' ' }, 'STYLE_NAME_REQUIRED'],
  [{ name: 'x'.repeat(61) }, 'INVALID_INPUT'],
  [{ look: { font: 'comic-sans' } }, 'INVALID_INPUT'],
  [{ look: { textColor: 'url(x)' } }, 'INVALID_INPUT'],
  [{ look: { fontSize: 400 } }, 'INVALID_INPUT'],
  [{ look: undefined }, 'INVALID_INPUT'],
])('%o is refused', async (input, code) => {
  const { status, body } = await user.call<ErrorBody>('POST', '/api/v1/saved-styles', { name: 'x', look, ...input })
  expect([status, body.error.code]).toEqual([400, code])
  expect(await user.api('GET', '/saved-styles')).toEqual([])
})

test('a user can have 100 styles', async () => {
  await app.services.db.asUser(user.id, (tx) =>
    tx.insert(savedStyles).values(Array.from({ length: 100 }, (_, index) => ({ userId: user.id, name: `style ${index}`, look }))),
  )
  const { status, body } = await user.call<ErrorBody>('POST', '/api/v1/saved-styles', { name: 'one more', look })
  expect([status, body.error.message]).toEqual([409, 'You can keep up to 100 styles. Delete some you no longer need, then try again.'])
})
