import { beforeEach, expect, test } from 'vitest'
import { NEW_BRAND } from '@ninesixteen/shared/brand/defaults'
import type { StoredBrand } from '@ninesixteen/shared/api/brands'
import type { Brand } from '@ninesixteen/shared/brand/model'
import type { ErrorBody } from '@ninesixteen/shared/errors'
import { brands } from '../../db/schema-companies.ts'
import { socialAccounts } from '../../db/schema-connections.ts'
import { startTestApp, type TestApp, type TestUser } from '../../testing/app.ts'

let app: TestApp
let user: TestUser
let path: string
beforeEach(async () => {
  app = await startTestApp()
  user = await app.buildUser()
  path = `/companies/${(await user.buildCompany('Acme')).id}/brand`
})

const read = () => user.api<StoredBrand>('GET', path)
const save = (version: number, changes: Partial<Brand>) =>
  user.call<StoredBrand & ErrorBody>('PUT', `/api/v1${path}`, { version, brand: { ...NEW_BRAND, ...changes } })
const red = { id: 'c1', name: 'Red', hex: '#ff0000' }

test('a company starts with defaults and keeps what is saved, cleaned', async () => {
  expect(await read()).toEqual({ version: 0, brand: NEW_BRAND })
  const styles = { ...NEW_BRAND.styles, hook: { text: null, highlight: 'c1', background: null, uppercase: true } }
  const changes = {
    colors: [{ ...red, hex: '#FF0000' }],
    styles,
    hashtags: ['#slow bar', '123', 'SlowBar'],
    neverWords: ['Cheap', ' cheap '],
  }
  const { status, body } = await save(0, changes)
  expect(status).toBe(200)
  expect(body.brand).toEqual({ ...NEW_BRAND, colors: [red], styles, hashtags: ['slowbar'], neverWords: ['cheap'] })
  expect(await read()).toEqual(body)
})

test('a save of an outdated version is refused, and the retry of a saved one is not', async () => {
  const first = await save(0, { tone: 'warm' })
  expect((await save(0, { tone: 'warm' })).body).toEqual(first.body)
  const stale = await save(0, { tone: 'dry' })
  expect([stale.status, stale.body.error.code]).toEqual([412, 'BRAND_CONFLICT'])
  expect((await save(1, { tone: 'dry' })).body.version).toBe(2)
  expect((await read()).brand.tone).toBe('dry')
})

test('of saves at once on one version, exactly one succeeds', async () => {
  const statuses = (await Promise.all(['a', 'b', 'c', 'd'].map((tone) => save(0, { tone })))).map(({ status }) => status)
  expect(statuses.toSorted()).toEqual([200, 412, 412, 412])
})

test.each<[string, Partial<Brand>]>([
  ['six colors', { colors: Array.from({ length: 6 }, (_, index) => ({ ...red, id: `c${index}` })) }],
  ['two colors of one id', { colors: [red, red] }],
  ['an unknown color in a style', { styles: { ...NEW_BRAND.styles, point: { ...NEW_BRAND.styles.point, text: 'c9' } } }],
  ['a color that is none', { colors: [{ ...red, hex: 'url(x)' }] }],
  ['41 words', { neverWords: Array.from({ length: 41 }, (_, index) => `word ${index}`) }],
  ['a word of 61 letters', { alwaysWords: ['x'.repeat(61)] }],
])('%s are refused', async (_, changes) => {
  expect((await save(0, changes)).status).toBe(400)
})

test('the logo is off to begin with for a user who posts where added logos are refused', async () => {
  await app.services.db.asUser(user.id, (tx) =>
    tx.insert(socialAccounts).values({ userId: user.id, platform: 'tiktok', accountId: 'a', username: 'a', accessToken: 'sealed.v1.none' }),
  )
  expect((await read()).brand.logo.slides).toBe('none')
})

test('a brand can be removed, and goes with its company', async () => {
  await save(0, { tone: 'warm' })
  await user.api('DELETE', path)
  expect((await read()).version).toBe(0)
  await save(0, { tone: 'warm' })
  await user.buildCompany('Other')
  await user.api('DELETE', path.replace('/brand', ''))
  expect(await app.services.db.asSystem((tx) => tx.$count(brands))).toBe(0)
})
