import { expect, test } from 'vitest'
import { slideSchema } from '@ninesixteen/shared/slide/model'
import type { PostContent } from '../content/post-content.ts'
import { fieldErrorsOf, messageOf, problemsOf, type ToCheck } from './problems.ts'
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

function said(values: Partial<ScheduleValues>, rest: Partial<ToCheck> = {}): string[] {
  const check = { values: { ...start, accounts: ['sandy'], ...values }, content: slideshow, now, errors: [], notAgreed: null, ...rest }
  return problemsOf(check).map(({ message }) => message)
}

test('the required fields are reported one at a time, in order', () => {
  const nothing = { ...slideshow, slides: [] }
  expect(said({ accounts: [], date: '' }, { content: null })).toEqual(['Please select at least one account'])
  expect(said({ date: '' }, { content: null })).toEqual(['Please select a date and time'])
  expect(said({ time: '' }, { content: nothing })).toEqual(['Please select a date and time'])
  expect(said({}, { content: null })).toEqual(['No project selected for scheduling'])
  expect(said({}, { content: nothing })).toEqual(['No slides to schedule. Please generate a slideshow first.'])
  expect(said({})).toEqual([])
})

test('only the empty part of a time is marked, or both if both are empty or invalid', () => {
  const fieldOf = (values: Partial<ScheduleValues>) =>
    problemsOf({ values: { ...start, accounts: ['sandy'], ...values }, content: slideshow, now, errors: [], notAgreed: null }).map(
      ({ field }) => field,
    )
  expect(fieldOf({ time: '' })).toEqual(['clock'])
  expect(fieldOf({ date: '' })).toEqual(['date'])
  expect(fieldOf({ date: '', time: '' })).toEqual(['time'])
  expect(fieldOf({ date: '2026-11-21' })).toEqual(['time'])
})

test('an existing post has files instead of slides', () => {
  const file = { id: '0', url: '/files/one.jpg', isVideo: false }
  expect(said({}, { content: { ...slideshow, projectId: null, slides: [], files: [file] } })).toEqual([])
})

test('only scheduled posts need a time, which may be up to a minute in the past', () => {
  expect(said({ date: '', when: 'now' })).toEqual([])
  expect(said({ date: '', when: 'draft' })).toEqual([])
  expect(said({ date: '2026-11-22', time: '10:59' })).toEqual([])
  expect(said({ date: '2026-11-22', time: '10:58' })).toEqual(['This time is in the past. Choose a later one, or "Post now".'])
  expect(said({ date: '2028-11-20' })).toEqual([])
  expect(said({ date: '2028-12-20' })).toEqual(['A post can be scheduled up to two years ahead.'])
  expect(said({ date: '2026-02-30' })).toEqual(['Please select a date and time'])
})

test('a multi-photo video needs a photo', () => {
  expect(said({}, { content: { ...slideshow, photos: [] } })).toEqual(['No photos available for video export'])
  expect(said({}, { content: { ...slideshow, photos: ['me/photo.jpg'] } })).toEqual([])
})

test('platform errors are reported for all accounts at once, except for drafts', () => {
  const errors: ToCheck['errors'] = [
    { accountId: 'sandy', errors: { audience: 'Choose who can see this post', disclosure: 'Say what it promotes' } },
    { accountId: 'mira', errors: { audience: 'Choose who can see this post' } },
  ]
  const notAgreed = 'Agree first'
  expect(said({}, { errors, notAgreed })).toEqual([
    'Choose who can see this post',
    'Say what it promotes',
    'Choose who can see this post',
    'Agree first',
  ])
  expect(said({ when: 'draft' }, { errors, notAgreed })).toEqual([])
  const problems = problemsOf({ values: { ...start, accounts: ['sandy', 'mira'] }, content: slideshow, now, errors, notAgreed })
  expect(fieldErrorsOf(problems, 'mira')).toEqual({ audience: 'Choose who can see this post' })
  expect(messageOf(problems, 'agreed')).toBe('Agree first')
  expect(messageOf(problems, 'time')).toBe(null)
})

test('texts are limited, in drafts too', () => {
  expect(said({ caption: 'x'.repeat(150), description: 'y'.repeat(4000) })).toEqual([])
  expect(said({ when: 'draft', caption: 'x'.repeat(151), description: 'y'.repeat(4001) })).toEqual([
    'The caption is too long: 151 of at most 150 characters.',
    'The description is too long: 4001 of at most 4000 characters.',
  ])
})

test('an incomplete recurrence is reported if the post has a time', () => {
  const unended = { ...start.repeat, kind: 'daily' as const, ending: 'on' as const }
  expect(said({ repeat: unended })).toEqual(['Choose when the repeat ends'])
  expect(said({ repeat: { ...unended, lastDay: '2026-12-31' } })).toEqual([])
  expect(said({ repeat: { ...unended, kind: 'custom', ending: 'never' } })).toEqual(['Enter a rule'])
  expect(said({ repeat: unended, when: 'now' })).toEqual([])
})
