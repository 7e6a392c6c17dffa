import { generateRequestSchema } from '@ninesixteen/shared/api/generate'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  draftFrom,
  EMPTY_DRAFT,
  followSlideshow,
  generateLabel,
  ownWords,
  planOf,
  requestOf,
  topicError,
  untouchedDraft,
} from './generator-draft.ts'

describe('an untouched form', () => {
  it('starts with the brand’s first format, or else with the user’s default', () => {
    expect(untouchedDraft('numbered-list', ['question-users', 'numbered-list'])).toEqual({ ...EMPTY_DRAFT, contentType: 'question-users' })
    expect(untouchedDraft('directly-personal', [])).toEqual({ ...EMPTY_DRAFT, contentType: 'directly-personal' })
  })
})

describe('a form that follows an opened slideshow', () => {
  const opened = { projectId: 'p', topic: '5 espresso tips', contentType: 'directly-personal' as const }

  it('takes topic, type and number of slides, and leaves nothing of the earlier topic', () => {
    const draft = {
      ...EMPTY_DRAFT,
      topic: 'desk plants',
      extraContext: 'low light',
      slideCount: 4,
      tone: 'dry',
      usesTemplate: true,
      softSell: false,
    }
    expect(followSlideshow(draft, { ...opened, slideCount: 8 })).toEqual({
      ...EMPTY_DRAFT,
      topic: '5 espresso tips',
      contentType: 'directly-personal',
      slideCount: 8,
      tone: 'dry',
      softSell: false,
      followed: { projectId: 'p', topic: '5 espresso tips' },
    })
  })

  it.each([
    ['the number in the topic', false, 6, 'auto'],
    ['the number in the topic and a closing slide', true, 7, 'auto'],
    ['other slides and a closing slide', true, 9, 8],
    ['more slides than can be generated', false, 12, 'auto'],
    ['slides still being written', false, null, 'auto'],
  ] as const)('plans as many slides as a slideshow with %s', (_name, softSell, slideCount, expected) => {
    const draft = { ...EMPTY_DRAFT, softSell, slideCount: 3 }
    expect(followSlideshow(draft, { ...opened, slideCount }).slideCount).toBe(expected)
  })

  it('knows what the user wrote since', () => {
    const form = followSlideshow(EMPTY_DRAFT, { ...opened, slideCount: 5 })
    expect(ownWords(form)).toBeNull()
    expect(ownWords({ ...form, topic: '' })).toBeNull()
    expect(ownWords({ ...form, topic: 'desk plants' })).toBe('desk plants')
    expect(ownWords({ ...form, extraContext: 'low light' })).toBe('low light')
  })
})

describe('a draft stored in the browser', () => {
  it('is restored', () => {
    const draft = {
      ...EMPTY_DRAFT,
      topic: '7 habits',
      contentType: 'custom' as const,
      slideCount: 4,
      softSell: false,
      tone: 'dry',
      likeAndFollow: true,
      followed: { projectId: 'p', topic: '7 habits' },
    }
    expect(draftFrom(JSON.parse(JSON.stringify(draft)))).toEqual(draft)
  })

  it('never breaks the form or the request, whatever is stored', () => {
    const anything = fc.oneof(
      fc.jsonValue(),
      fc.record({
        topic: fc.jsonValue(),
        contentType: fc.jsonValue(),
        usesTemplate: fc.jsonValue(),
        templateId: fc.oneof(fc.jsonValue(), fc.uuid()),
        slideCount: fc.jsonValue(),
        extraContext: fc.string({ maxLength: 6000 }),
        followed: fc.jsonValue(),
      }),
    )
    fc.assert(
      fc.property(anything, (stored) => {
        expect(() => generateRequestSchema.parse(requestOf(draftFrom(stored), null))).not.toThrow()
      }),
    )
  })

  it('ignores an invalid number of slides', () => {
    expect(draftFrom({ slideCount: 2 }).slideCount).toBe('auto')
    expect(draftFrom({ slideCount: 10 }).slideCount).toBe(10)
    expect(draftFrom({ slideCount: 11 }).slideCount).toBe('auto')
  })
})

describe('the locks of a content type', () => {
  const draft = { ...EMPTY_DRAFT, topic: 'tea', slideCount: 7, softSell: true }

  it('fixes a question to 2 slides without soft sell', () => {
    expect(requestOf({ ...draft, contentType: 'question-users' }, null)).toMatchObject({ slideCount: 2, softSell: false })
  })

  it('adds "like & follow" to a question only on request', () => {
    const question = { ...draft, contentType: 'question-users' as const }
    expect([planOf(question).total, planOf({ ...question, likeAndFollow: true }).total]).toEqual([2, 3])
    expect(requestOf(question, null)).not.toHaveProperty('likeAndFollow')
    expect(requestOf({ ...question, likeAndFollow: true }, null)).toMatchObject({ slideCount: 2, softSell: false, likeAndFollow: true })
    expect(requestOf({ ...draft, contentType: 'multi-photo-video', likeAndFollow: true }, null)).not.toHaveProperty('likeAndFollow')
  })

  it('allows a soft sell without a closing slide', () => {
    expect(requestOf({ ...draft, likeAndFollow: false }, null)).toMatchObject({ softSell: true, likeAndFollow: false })
    expect([planOf(draft).total, planOf({ ...draft, likeAndFollow: false }).total]).toEqual([8, 7])
  })

  it('fixes a video to 1 slide without soft sell', () => {
    expect(requestOf({ ...draft, contentType: 'multi-photo-video' }, null)).toMatchObject({ slideCount: 1, softSell: false })
    expect(generateLabel({ ...EMPTY_DRAFT, contentType: 'multi-photo-video' })).toBe('Generate Video')
  })

  it('keeps the choices of other types', () => {
    expect(requestOf(draft, null)).toMatchObject({ slideCount: 7, softSell: true })
    expect(generateLabel(EMPTY_DRAFT)).toBe('Generate Slideshow')
  })
})

describe('the topic', () => {
  it('is required, except for custom slides', () => {
    expect(topicError({ ...EMPTY_DRAFT, topic: '  \n' })).toBe('Please enter a topic for your slideshow')
    expect(topicError({ ...EMPTY_DRAFT, contentType: 'custom' })).toBeNull()
    expect(topicError({ ...EMPTY_DRAFT, topic: 'tea' })).toBeNull()
  })
})
