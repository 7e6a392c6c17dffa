import { beforeEach, expect, test } from 'vitest'
import type { CaptionTemplate } from '@ninesixteen/shared/api/templates'
import type { ErrorBody } from '@ninesixteen/shared/errors'
import { startTestApp, type TestApp, type TestUser } from '../../testing/app.ts'

let app: TestApp
let user: TestUser
beforeEach(async () => {
  app = await startTestApp()
  user = await app.buildUser()
})

const create = (overrides: Partial<CaptionTemplate>) => user.api<CaptionTemplate>('POST', '/templates', overrides)

test('templates are made, changed field by field, listed by their last change, and deleted', async () => {
  const first = await create({ name: '  Launch ', caption: 'out now 🎉', description: 'line one\nline two' })
  expect(first).toMatchObject({ name: 'Launch', caption: 'out now 🎉', description: 'line one\nline two' })
  const second = await create({ name: 'Question', description: 'tell me yours' })
  expect(await user.api('GET', '/templates')).toEqual([second, first])
  const changed = await user.api<CaptionTemplate>('PATCH', `/templates/${first.id}`, { caption: '' })
  expect(changed).toEqual({ ...first, caption: '', updatedAt: changed.updatedAt })
  expect(await user.api('GET', '/templates')).toEqual([changed, second])
  await user.api('DELETE', `/templates/${first.id}`)
  expect(await user.api('GET', '/templates')).toEqual([second])
  expect((await user.call('DELETE', `/api/v1/templates/${first.id}`)).status).toBe(404)
})

const refusals: [Record<string, unknown>, string, string][] = [
  [{ name: ' ' }, 'TEMPLATE_NAME_REQUIRED', 'Please enter a template name'],
  [{ caption: '', description: ' \n' }, 'TEMPLATE_TEXT_REQUIRED', 'Please enter a caption or description to save'],
  [{ caption: 'x'.repeat(151) }, 'CAPTION_TOO_LONG', 'The caption is too long: 151 of at most 150 characters.'],
  [{ description: 'x'.repeat(4001) }, 'DESCRIPTION_TOO_LONG', 'The description is too long: 4001 of at most 4000 characters.'],
]

test.each(refusals)('%#: refused when made and when changed', async (change, code, message) => {
  const good = await create({ name: 'x', caption: 'y'.repeat(150), description: 'z'.repeat(4000) })
  for (const answer of [
    await user.call<ErrorBody>('POST', '/api/v1/templates', { name: 'x', caption: 'y', description: '', ...change }),
    await user.call<ErrorBody>('PATCH', `/api/v1/templates/${good.id}`, change),
  ]) {
    expect([answer.status, answer.body.error.code, answer.body.error.message]).toEqual([400, code, message])
  }
  expect(await user.api('GET', '/templates')).toEqual([good])
})

test('without any text of either kind a name is asked for first', async () => {
  const { body } = await user.call<ErrorBody>('POST', '/api/v1/templates', {})
  expect(body.error.message).toBe('Please enter a template name')
})

test('a group of hashtags stores these alone, each once', async () => {
  const group = await create({ kind: 'hashtags', name: 'Mornings', caption: 'gone', description: 'my #slow #Tea, #tea #朝の習慣 day' })
  expect(group).toMatchObject({ kind: 'hashtags', name: 'Mornings', caption: '', description: '#slow #Tea #朝の習慣' })
  const many = Array.from({ length: 40 }, (_, at) => `#tag${at}`).join(' ')
  const changed = await user.api<CaptionTemplate>('PATCH', `/templates/${group.id}`, { description: many })
  expect(changed.description.split(' ')).toHaveLength(30)
  const template = await create({ name: 'Launch', caption: '#not a group' })
  expect(await user.api('GET', '/templates')).toEqual([template, changed])
  expect(template).toMatchObject({ kind: 'caption', caption: '#not a group' })
  for (const answer of [
    await user.call<ErrorBody>('POST', '/api/v1/templates', { kind: 'hashtags', name: 'x', description: 'no tags' }),
    await user.call<ErrorBody>('PATCH', `/api/v1/templates/${group.id}`, { description: '' }),
  ])
    expect([answer.status, answer.body.error.message]).toEqual([400, 'Please enter at least one hashtag'])
  const other = await app.buildUser()
  expect(await other.api('GET', '/templates')).toEqual([])
  expect((await other.call('DELETE', `/api/v1/templates/${group.id}`)).status).toBe(404)
  await user.api('DELETE', `/templates/${group.id}`)
})
