import { PLATFORM_IDS } from '@ninesixteen/shared/platforms'
import { slideSchema } from '@ninesixteen/shared/slide/model'
import { expect, it } from 'vitest'
import type { PostContent } from '../content/post-content.ts'
import { postRequestOf } from './post-request.ts'
import { SHARED_POST } from '../accounts/account-post.ts'
import { startValues, type ScheduleValues } from './schedule-values.ts'

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

function requestOf(patch: Partial<ScheduleValues> = {}, content = slideshow, own = SHARED_POST) {
  const values: ScheduleValues = {
    ...startValues({ now, zone: 'Europe/Berlin', kind: 'slides' }),
    caption: 'tea first',
    description: '#tea',
    date: '2026-12-01',
    time: '09:30',
    ...patch,
  }
  const accounts = PLATFORM_IDS.map((platform) => ({
    account: { platform, accountId: `id-${platform}` },
    options: () => ({ platform }),
    own,
  }))
  return postRequestOf({ values, accounts }, content)
}

it('a request contains texts, the instant, the time zone and one target per account', () => {
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
  expect(request.targets).toEqual(PLATFORM_IDS.map((platform) => ({ platform, accountId: `id-${platform}`, options: { platform } })))
})

it('a target contains the account’s own texts', () => {
  const texts = { caption: 'coffee first', description: '' }
  const { caption, targets } = requestOf({}, slideshow, { format: null, texts })
  expect(caption).toBe('tea first')
  expect(targets).toEqual(PLATFORM_IDS.map((platform) => ({ platform, accountId: `id-${platform}`, options: { platform }, ...texts })))
})

it('"now" and drafts are sent without an instant', () => {
  expect(requestOf({ when: 'now' }).scheduledTime).toBe('now')
  expect(requestOf({ when: 'draft' }).scheduledTime).toBeNull()
})

it('a request contains the options of a slideshow video, but not of a multi-photo video', () => {
  expect(requestOf({ kind: 'video', seconds: 4.5, crossFade: true })).toMatchObject({
    kind: 'video',
    film: { seconds: 4.5, crossFade: true },
    photos: [],
  })
  const photos = ['u/a.jpg', 'u/b.jpg']
  expect(requestOf({ kind: 'video' }, { ...slideshow, photos })).toMatchObject({ kind: 'video', film: null, photos })
})
