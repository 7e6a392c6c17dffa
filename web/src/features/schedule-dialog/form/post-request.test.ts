import type { ConnectedAccount } from '@ninesixteen/shared/api/accounts'
import { PLATFORM_IDS } from '@ninesixteen/shared/platforms'
import { slideSchema } from '@ninesixteen/shared/slide/model'
import { expect, it, vi } from 'vitest'
import { picturesOf, type PostContent } from '../content/post-content.ts'
import type { ScheduleValues } from './schedule-values.ts'

// The API client reads it on import.
vi.hoisted(() => vi.stubGlobal('location', new URL('http://studio.test')))

const { PLATFORM_FORMS } = await import('../platforms/registry.ts')
const { postRequestOf } = await import('./post-request.ts')
const { startValues } = await import('./schedule-values.ts')

const now = new Date('2026-11-22T10:00:00Z')
const slideshow: PostContent = {
  projectId: 'project',
  version: 3,
  title: 'five things',
  slides: ['one', 'two'].map((id) => slideSchema.parse({ id })),
  photos: null,
  files: null,
  fixedKind: null,
}

function requestOf(patch: Partial<ScheduleValues> = {}, content = slideshow) {
  const values: ScheduleValues = {
    ...startValues({ now, zone: 'Europe/Berlin', kind: 'slides' }),
    caption: 'tea first',
    description: '#tea',
    date: '2026-12-01',
    time: '09:30',
    ...patch,
  }
  const { kind, caption, description } = values
  const post = { kind, pictures: picturesOf(content), seconds: 0, caption, description }
  const accounts = PLATFORM_IDS.map((platform) => ({
    account: { id: `row-${platform}`, accountId: `id-${platform}`, platform } as ConnectedAccount,
    chosen: PLATFORM_FORMS[platform].start(post),
    facts: { state: 'ready' as const, data: null, error: null, retry: () => undefined },
  }))
  return postRequestOf({ values, post, accounts }, content)
}

it('contains texts, the instant, the time zone and one target per account', () => {
  const request = requestOf()
  expect(request).toMatchObject({
    projectId: 'project',
    kind: 'slides',
    film: null,
    photos: [],
    scheduledTime: '2026-12-01T08:30:00.000Z',
    timeZone: 'Europe/Berlin',
    caption: 'tea first',
    description: '#tea',
  })
  expect(request.targets.map(({ platform, accountId }) => [platform, accountId])).toEqual(PLATFORM_IDS.map((id) => [id, `id-${id}`]))
})

it('gives every platform its own options', () => {
  for (const { platform, options } of requestOf().targets) expect(options).toMatchObject({ platform })
})

it('passes a consent only to its platform', () => {
  const [first] = PLATFORM_IDS
  const withConsent = requestOf({ agreed: { [first as string]: true } })
  const without = requestOf()
  const changed = withConsent.targets.filter((target, index) => JSON.stringify(target) !== JSON.stringify(without.targets[index]))
  expect(changed.map(({ platform }) => platform)).toEqual([first])
})

it('sends now and drafts without an instant', () => {
  expect(requestOf({ when: 'now' }).scheduledTime).toBe('now')
  expect(requestOf({ when: 'draft' }).scheduledTime).toBeNull()
})

it('contains the options of a slideshow video, but not of a multi-photo video', () => {
  expect(requestOf({ kind: 'video', seconds: 4.5, crossFade: true })).toMatchObject({
    kind: 'video',
    film: { seconds: 4.5, crossFade: true },
    photos: [],
  })
  const photos = ['u/a.jpg', 'u/b.jpg']
  expect(requestOf({ kind: 'video' }, { ...slideshow, photos })).toMatchObject({ kind: 'video', film: null, photos })
})
