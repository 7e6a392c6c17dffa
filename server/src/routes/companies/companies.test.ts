import { beforeEach, describe, expect, test } from 'vitest'
import type { BlogLink, Company } from '@ninesixteen/shared/api/companies'
import type { MediaItem } from '@ninesixteen/shared/api/media'
import type { ErrorBody } from '@ninesixteen/shared/errors'
import { buildSlide, startTestApp, type TestApp, type TestUser } from '../../testing/app.ts'

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
    const logo = await user.buildPhoto('logo')
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
    const { filePath } = await other.buildPhoto('logo')
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
    const photos = [await user.buildPhoto(), await user.buildPhoto()]
    const ids = photos.map((photo) => photo.media?.id ?? '')
    for (const companyId of [a.id, a.id, b.id]) await user.api('POST', '/media/link', { ids, companyId })
    const items = await user.api<MediaItem[]>('GET', '/media')
    expect(items.map((item) => [...item.companyIds].toSorted())).toEqual([[a.id, b.id].toSorted(), [a.id, b.id].toSorted()])
    await user.api('POST', '/media/unlink', { ids: [ids[0]], companyId: a.id })
    expect((await user.api<MediaItem[]>('GET', `/media?companyId=${a.id}`)).map((item) => item.id)).toEqual([ids[1]])
  })

  test('all ids must be the own ones, or nothing happens', async () => {
    const other = await app.buildUser()
    const [own, foreign] = [await user.buildPhoto(), await other.buildPhoto()]
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

describe('the pictures of a company', () => {
  async function isThere(path: string): Promise<boolean> {
    return (await app.services.store.read(path)) !== null
  }

  test('go when they are replaced, removed, or when the company is deleted', async () => {
    await user.buildCompany('stays')
    const company = await user.buildCompany()
    const [first, second, product] = [await user.buildPhoto('logo'), await user.buildPhoto('logo'), await user.buildPhoto('product-photo')]
    const change = (changes: Partial<Company>) => user.api('PATCH', `/companies/${company.id}`, changes)
    await change({ logoPath: first.filePath, productPhotoPath: product.filePath })
    await change({ description: 'x' })
    expect(await isThere(first.filePath)).toBe(true)
    await change({ logoPath: second.filePath })
    expect(await Promise.all([first, second, product].map(({ filePath }) => isThere(filePath)))).toEqual([false, true, true])
    await change({ productPhotoPath: null })
    expect(await isThere(product.filePath)).toBe(false)
    await user.api('DELETE', `/companies/${company.id}`)
    expect(await isThere(second.filePath)).toBe(false)
  })

  test('stay while a slide, another company or the library shows them', async () => {
    const [company, other] = [await user.buildCompany('a'), await user.buildCompany('b')]
    const [onSlide, shared, photo] = [await user.buildPhoto('logo'), await user.buildPhoto('logo'), await user.buildPhoto()]
    await user.buildProject({ slides: [buildSlide('a', { logoImage: onSlide.filePath })] })
    await user.api('PATCH', `/companies/${other.id}`, { logoPath: shared.filePath })
    for (const { filePath } of [onSlide, shared, photo]) {
      await user.api('PATCH', `/companies/${company.id}`, { logoPath: filePath })
      await user.api('PATCH', `/companies/${company.id}`, { logoPath: null })
      expect(await isThere(filePath)).toBe(true)
    }
  })

  test('that are foreign are never taken away', async () => {
    const stranger = await app.buildUser()
    const theirs = await stranger.buildPhoto('logo')
    const company = await user.buildCompany()
    await user.call('PATCH', `/api/v1/companies/${company.id}`, { logoPath: theirs.filePath })
    await user.api('PATCH', `/companies/${company.id}`, { logoPath: null })
    expect(await isThere(theirs.filePath)).toBe(true)
  })
})

test('a company that is deleted leaves its photos, slideshows and ideas, which no longer name it', async () => {
  const [gone] = [await user.buildCompany('gone'), await user.buildCompany('stays')]
  const { media } = await user.buildPhoto()
  await user.api('POST', '/media/link', { ids: [media?.id], companyId: gone.id })
  const { id } = await user.api<{ id: string }>('POST', '/projects', {
    title: 'x',
    topic: '',
    contentType: 'custom',
    contentStyle: 'personal',
    companyId: gone.id,
    slides: [buildSlide('x')],
  })
  await user.api('DELETE', `/companies/${gone.id}`)
  expect((await user.api<MediaItem[]>('GET', '/media')).map((item) => item.companyIds)).toEqual([[]])
  expect(await user.api('GET', `/projects/${id}`)).toMatchObject({ companyId: null, title: 'x' })
})

describe('blogs and companies', () => {
  const links = () => user.api<BlogLink[]>('GET', '/companies/blogs')
  const link = (what: 'link' | 'unlink', companyId: string, blogName: string) =>
    user.call<ErrorBody>('POST', `/api/v1/companies/blogs/${what}`, { companyId, blogName })

  test('are linked in any number, silently when they are already, and unlinked', async () => {
    const [a, b] = [await user.buildCompany('a'), await user.buildCompany('b')]
    for (const company of [a, a, b]) expect((await link('link', company.id, 'calm-photos')).status).toBe(200)
    await link('link', a.id, 'other')
    expect(await links()).toEqual([
      { companyId: a.id, blogName: 'calm-photos' },
      { companyId: b.id, blogName: 'calm-photos' },
      { companyId: a.id, blogName: 'other' },
    ])
    await link('unlink', a.id, 'calm-photos')
    await link('unlink', a.id, 'never linked'.replaceAll(' ', '-'))
    expect(await links()).toHaveLength(2)
    await user.api('DELETE', `/companies/${b.id}`)
    expect(await links()).toEqual([{ companyId: a.id, blogName: 'other' }])
  })

  test('of others cannot be linked, and a name has to be one', async () => {
    const theirs = await (await app.buildUser()).buildCompany()
    const mine = await user.buildCompany()
    for (const what of ['link', 'unlink'] as const) expect((await link(what, theirs.id, 'x')).status).toBe(400)
    for (const name of ['', 'a b', '../x', '-x', 'x'.repeat(101)]) expect((await link('link', mine.id, name)).status).toBe(400)
    expect(await links()).toEqual([])
  })
})
