import { generateRequestSchema } from '@ninesixteen/shared/api/generate'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { draftFrom, EMPTY_DRAFT, generateLabel, planOf, requestOf, topicError, untouchedDraft } from './generator-draft.ts'

describe('an untouched form', () => {
  it('starts with the brand’s first format, or else with the user’s default', () => {
    expect(untouchedDraft('numbered-list', ['question-users', 'numbered-list'])).toEqual({ ...EMPTY_DRAFT, contentType: 'question-users' })
    expect(untouchedDraft('directly-personal', [])).toEqual({ ...EMPTY_DRAFT, contentType: 'directly-personal' })
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
