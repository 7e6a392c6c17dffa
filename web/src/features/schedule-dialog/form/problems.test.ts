import { expect, test } from 'vitest'
import { slideSchema } from '@ninesixteen/shared/slide/model'
import type { PostContent } from '../content/post-content.ts'
import { fieldErrorsOf, messageOf, problemsOf, type FormCheck } from './problems.ts'
import { startValues, type ScheduleValues } from './schedule-values.ts'

const now = new Date('2026-11-22T10:00:00Z')
const start = startValues({ now, zone: 'Europe/Berlin', kind: 'slides' })
const slideshow: PostContent = {
  projectId: 'project',
  version: 3,
  title: 'five things',
  slides: [slideSchema.parse({ id: 'one' })],
  photos: null,
  files: null,
  fixedKind: null,
}

function messagesFor(values: Partial<ScheduleValues>, overrides: Partial<FormCheck> = {}): string[] {
  const check = { values: { ...start, accounts: ['sandy'], ...values }, content: slideshow, now, errors: [], notAgreed: null, ...overrides }
  return problemsOf(check).map(({ message }) => message)
}

test('missing required fields are reported one at a time, in order', () => {
  const empty = { ...slideshow, slides: [] }
  expect(messagesFor({ accounts: [], date: '' }, { content: null })).toEqual(['Please select at least one account'])
  expect(messagesFor({ date: '' }, { content: null })).toEqual(['Please select a date and time'])
  expect(messagesFor({ time: '' }, { content: empty })).toEqual(['Please select a date and time'])
  expect(messagesFor({}, { content: null })).toEqual(['No project selected for scheduling'])
  expect(messagesFor({}, { content: empty })).toEqual(['No slides to schedule. Please generate a slideshow first.'])
  expect(messagesFor({})).toEqual([])
})

test('only the empty part of a time is marked, or both parts if both are empty or invalid', () => {
  const fieldsFor = (values: Partial<ScheduleValues>) =>
    problemsOf({ values: { ...start, accounts: ['sandy'], ...values }, content: slideshow, now, errors: [], notAgreed: null }).map(
      ({ field }) => field,
    )
  expect(fieldsFor({ time: '' })).toEqual(['clock'])
  expect(fieldsFor({ date: '' })).toEqual(['date'])
  expect(fieldsFor({ date: '', time: '' })).toEqual(['time'])
  expect(fieldsFor({ date: '2026-11-21' })).toEqual(['time'])
})

test('an existing post has files instead of slides', () => {
  const file = { id: '0', url: '/files/one.jpg', isVideo: false }
  expect(messagesFor({}, { content: { ...slideshow, projectId: null, slides: [], files: [file] } })).toEqual([])
})

test('only scheduled posts need a time, which may be up to a minute in the past', () => {
  expect(messagesFor({ date: '', when: 'now' })).toEqual([])
  expect(messagesFor({ date: '', when: 'draft' })).toEqual([])
  expect(messagesFor({ date: '2026-11-22', time: '10:59' })).toEqual([])
  expect(messagesFor({ date: '2026-11-22', time: '10:58' })).toEqual(['This time is in the past. Choose a later one, or "Post now".'])
  expect(messagesFor({ date: '2028-11-20' })).toEqual([])
  expect(messagesFor({ date: '2028-12-20' })).toEqual(['A post can be scheduled up to two years ahead.'])
  expect(messagesFor({ date: '2026-02-30' })).toEqual(['Please select a date and time'])
})

test('a multi-photo video needs a photo', () => {
  expect(messagesFor({}, { content: { ...slideshow, photos: [] } })).toEqual(['No photos available for video export'])
  expect(messagesFor({}, { content: { ...slideshow, photos: ['me/photo.jpg'] } })).toEqual([])
})

test('platform errors are reported for all accounts at once, except for drafts', () => {
  const errors: FormCheck['errors'] = [
    { accountId: 'sandy', errors: { audience: 'Choose who can see this post', disclosure: 'Say what it promotes' } },
    { accountId: 'mira', errors: { audience: 'Choose who can see this post' } },
  ]
  const notAgreed = 'Agree first'
  expect(messagesFor({}, { errors, notAgreed })).toEqual([
    'Choose who can see this post',
    'Say what it promotes',
    'Choose who can see this post',
    'Agree first',
  ])
  expect(messagesFor({ when: 'draft' }, { errors, notAgreed })).toEqual([])
  const problems = problemsOf({ values: { ...start, accounts: ['sandy', 'mira'] }, content: slideshow, now, errors, notAgreed })
  expect(fieldErrorsOf(problems, 'mira')).toEqual({ audience: 'Choose who can see this post' })
  expect(messageOf(problems, 'agreed')).toBe('Agree first')
  expect(messageOf(problems, 'time')).toBe(null)
})

test('texts are limited, in drafts too', () => {
  expect(messagesFor({ caption: 'x'.repeat(150), description: 'y'.repeat(4000) })).toEqual([])
  expect(messagesFor({ when: 'draft', caption: 'x'.repeat(151), description: 'y'.repeat(4001) })).toEqual([
    'The caption is too long: 151 of at most 150 characters.',
    'The description is too long: 4001 of at most 4000 characters.',
  ])
})

test('an incomplete recurrence is reported if the post has a time', () => {
  const unended = { ...start.repeat, kind: 'daily' as const, ending: 'on' as const }
  expect(messagesFor({ repeat: unended })).toEqual(['Choose when the repeat ends'])
  expect(messagesFor({ repeat: { ...unended, lastDay: '2026-12-31' } })).toEqual([])
  expect(messagesFor({ repeat: { ...unended, kind: 'custom', ending: 'never' } })).toEqual(['Enter a rule'])
  expect(messagesFor({ repeat: unended, when: 'now' })).toEqual([])
})
