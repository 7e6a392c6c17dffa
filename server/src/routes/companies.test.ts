import { beforeEach, describe, expect, test } from 'vitest'
import type { Company } from '@ninesixteen/shared/api/companies'
import type { MediaItem } from '@ninesixteen/shared/api/media'
import type { ErrorBody } from '@ninesixteen/shared/errors'
import { startTestApp, type TestApp, type TestUser } from '../testing/app.ts'

let app: TestApp
let user: TestUser
beforeEach(async () => {
  app = await startTestApp()
  user = await app.buildUser()
})

describe('a company', () => {
  test('is made, changed field by field, and listed in order', async () => {
    const first = await user.buildCompany('  Acme  ')
    expect(first).toMatchObject({ name: 'Acme', description: '', logoPath: null, productPhotoPath: null })
    const second = await user.buildCompany('Zeta')
    const logo = await user.buildPicture('logo')
    const changed = await user.api<Company>('PATCH', `/companies/${first.id}`, { logoPath: logo.filePath })
    expect(changed).toMatchObject({ name: 'Acme', logoPath: logo.filePath })
    expect(changed.updatedAt > first.updatedAt).toBe(true)
    expect(await user.api<Company>('PATCH', `/companies/${first.id}`, { description: 'x' })).toMatchObject({
      logoPath: logo.filePath,
      description: 'x',
    })
    expect((await user.api<Company[]>('GET', '/companies')).map((company) => company.id)).toEqual([first.id, second.id])
  })

  test.each(['', '   '])('needs a name: %j', async (name) => {
    const { status, body } = await user.call<ErrorBody>('POST', '/api/v1/companies', { name })
    expect([status, body.error.code, body.error.message]).toEqual([400, 'COMPANY_NAME_REQUIRED', 'Please enter a company name.'])
  })

  test('takes a logo that is a file of its user, and no other', async () => {
    const other = await app.buildUser()
    const { filePath } = await other.buildPicture('logo')
    for (const logoPath of [filePath, `${user.id}/1_none.jpg`]) {
      const { status } = await user.call('POST', '/api/v1/companies', { name: 'x', logoPath })
      expect(status).toBe(400)
    }
  })

  test('can be deleted unless it is the only one, also when two are deleted at once', async () => {
    const [first, second] = [await user.buildCompany('a'), await user.buildCompany('b')]
    const answers = await Promise.all([first, second].map(({ id }) => user.call<ErrorBody>('DELETE', `/api/v1/companies/${id}`)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(answers.find(({ status }) => status === 409)?.body.error.message).toBe('The only company cannot be deleted.')
    expect(await user.api<Company[]>('GET', '/companies')).toHaveLength(1)
  })
})

describe('photos and companies', () => {
  test('are linked in any number, silently when they are already, and unlinked', async () => {
    const [a, b] = [await user.buildCompany('a'), await user.buildCompany('b')]
    const photos = [await user.buildPicture(), await user.buildPicture()]
    const ids = photos.map((photo) => photo.media?.id ?? '')
    for (const companyId of [a.id, a.id, b.id]) await user.api('POST', '/media/link', { ids, companyId })
    const items = await user.api<MediaItem[]>('GET', '/media')
    expect(items.map((item) => [...item.companyIds].toSorted())).toEqual([[a.id, b.id].toSorted(), [a.id, b.id].toSorted()])
    await user.api('POST', '/media/unlink', { ids: [ids[0]], companyId: a.id })
    expect((await user.api<MediaItem[]>('GET', `/media?companyId=${a.id}`)).map((item) => item.id)).toEqual([ids[1]])
  })

  test('all ids must be the own ones, or nothing happens', async () => {
    const other = await app.buildUser()
    const [own, foreign] = [await user.buildPicture(), await other.buildPicture()]
    const ids = [own.media?.id, foreign.media?.id]
    const company = await user.buildCompany()
    for (const [path, body] of [
      ['link', { ids, companyId: company.id }],
      ['unlink', { ids, companyId: company.id }],
      ['delete', { ids }],
    ] as const) {
      const answer = await user.call<ErrorBody>('POST', `/api/v1/media/${path}`, body)
      expect([answer.status, answer.body.error.message]).toEqual([404, 'Some media items not found or access denied'])
    }
    const single = await user.call<ErrorBody>('POST', '/api/v1/media/delete', { ids: [foreign.media?.id] })
    expect(single.body.error.message).toBe('Media item not found or access denied')
    expect(await user.api<MediaItem[]>('GET', '/media')).toEqual([own.media])
    expect(await other.api<MediaItem[]>('GET', '/media')).toEqual([foreign.media])
  })
})
