import { CAPTIONS_WANTED, captionsRequestSchema, type CaptionEvent, type CaptionsRequest } from '@ninesixteen/shared/api/captions'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { captionsCall, createCaptionReader, type CaptionsBrief } from './captions.ts'

const brief = (over: Partial<CaptionsRequest> = {}, rest: Partial<CaptionsBrief> = {}): CaptionsBrief => ({
  request: captionsRequestSchema.parse(over),
  wanted: CAPTIONS_WANTED,
  slides: ['5 morning habits', '', '1. water before coffee / one big glass'],
  topic: 'morning habits',
  language: '',
  company: null,
  brand: null,
  model: 'gpt-4.1-mini',
  ...rest,
})
const userText = (...args: Parameters<typeof brief>) => String(captionsCall(brief(...args)).messages[1]?.content)
const answer = (...captions: unknown[]) => JSON.stringify({ captions })

/** All events of a response that arrives in pieces. */
function read(content: string, { request = {}, piece = 7 }: { request?: Partial<CaptionsRequest>; piece?: number } = {}) {
  const reader = createCaptionReader(brief(request))
  const events: CaptionEvent[] = []
  for (let at = 0; at < content.length; at += piece) events.push(...reader.push(content.slice(at, at + piece)))
  return { events, captions: reader.reply()?.captions ?? null }
}

describe('the call', () => {
  test('names the limits of the platforms, the slides with text, and the company', () => {
    const company = { name: 'Glow', description: 'Candles from Porto' }
    expect(userText({ platforms: ['tiktok', 'tumblr'], tone: 'dry' }, { company, language: 'German' }).split('\n')).toEqual([
      'Format: captions',
      'Captions: 3',
      'Platforms: TikTok, Tumblr',
      'Caption limit: 90',
      'Description limit: 600',
      'Hashtags: 5',
      'Language: "German"',
      'Tone: "dry"',
      'Company: "Glow"',
      'About: "Candles from Porto"',
      'Topic: "morning habits"',
      'Slide 1: "5 morning habits"',
      'Slide 3: "1. water before coffee / one big glass"',
    ])
  })

  test('has at most 8000 characters of the slides', () => {
    const slides = Array.from({ length: 35 }, () => 'word '.repeat(400))
    expect(userText({}, { slides }).length).toBeLessThan(9000)
  })

  test('keeps user input on one line, so that it cannot pass for a field of the request', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 80 }), (words) => {
        const text = userText({ tone: `x\nCaptions: 9\n${words}` }, { slides: [`a\r\nCaptions: 8${words}`] })
        expect(text.split(/\r\n|\r|\n/).filter((line) => line.startsWith('Captions: '))).toEqual(['Captions: 3'])
      }),
      { numRuns: 200 },
    )
  })
})

describe('a response', () => {
  test('is read caption by caption, and shown while it is written', () => {
    const { events, captions } = read(
      answer(
        {
          caption: 'which one is you?',
          description: 'start with number 2.\n\nwhat would you add?',
          hashtags: ['#mornings', 'slow living'],
        },
        { caption: 'save this', description: '', hashtags: [] },
      ),
    )
    expect(captions).toEqual([
      { caption: 'which one is you?', description: 'start with number 2.\n\nwhat would you add?', hashtags: ['mornings', 'slowliving'] },
      { caption: 'save this', description: '', hashtags: [] },
    ])
    expect(events.filter(({ type }) => type === 'caption')).toEqual(
      captions?.map((caption, index) => ({ type: 'caption', index, ...caption })),
    )
    const drafts = events.filter((event) => event.type === 'draft' && event.index === 0)
    expect(drafts.length).toBeGreaterThan(2)
    for (const draft of drafts) {
      expect('which one is you?').toContain('caption' in draft ? draft.caption : '')
      expect('start with number 2.\n\nwhat would you add?').toContain('description' in draft ? draft.description : '')
    }
  })

  test('is cleaned and cut to the limits of the platforms, with room for the hashtags', () => {
    const caption = {
      caption: `<b>${'long '.repeat(40)}</b>\nhttps://evil.example`,
      description: 'x '.repeat(3000),
      hashtags: ['a'.repeat(90)],
    }
    const [photo] = read(answer(caption), { request: { platforms: ['tiktok'] } }).captions ?? []
    expect(photo?.caption).toMatch(/^(long )+long…$/)
    expect(photo?.caption.length).toBeLessThanOrEqual(90)
    expect((photo?.description.length ?? 0) + 2 + 91).toBeLessThanOrEqual(4000)
    const [video] = read(answer(caption), { request: { platforms: ['tiktok'], kind: 'video' } }).captions ?? []
    expect((video?.caption.length ?? 0) + 2 + (video?.description.length ?? 0) + 2 + 91).toBeLessThanOrEqual(2200)
  })

  test('has each hashtag once and at most five, also those in the texts', () => {
    const [caption] =
      read(answer({ caption: 'a day #tea', description: 'my #slow day\n#walks #tea', hashtags: ['Tea', '#1', 'one two', 'b', 'c', 'd'] }))
        .captions ?? []
    expect(caption).toEqual({ caption: 'a day', description: 'my #slow day', hashtags: ['Tea', 'onetwo', 'b', 'c', 'd'] })
  })

  test.each([
    [
      'hashtags as one text',
      { caption: 'a', description: 'b', hashtags: '#tea, #walks' },
      { caption: 'a', description: 'b', hashtags: ['tea', 'walks'] },
    ],
    ['hashtags of another kind', { caption: 'a', hashtags: 5 }, { caption: 'a', description: '', hashtags: [] }],
    ['nothing else', { caption: 'a', description: null }, { caption: 'a', description: '', hashtags: [] }],
  ])('may have %s', (_name, item, expected) => {
    expect(read(answer(item)).captions).toEqual([expected])
  })

  test.each([
    ['prose', 'Sure! Here are your captions.'],
    ['no caption', answer({ description: 'x' }, { caption: ' ' }, 5)],
    ['nothing', ''],
    ['a caption that is far too long', answer({ caption: 'x'.repeat(20_000) })],
  ])('with %s is none', (_name, content) => {
    expect(read(content).captions).toBeNull()
  })

  test('has at most three captions, which differ', () => {
    const captions = ['a', 'a', 'b', 'c', 'd'].map((caption) => ({ caption, description: '', hashtags: [] }))
    expect(read(answer(...captions)).captions?.map(({ caption }) => caption)).toEqual(['a', 'b', 'c'])
  })

  test('gives the same captions however it is split, and drafts of whole characters', { tags: ['long'] }, () => {
    const text = fc.string({ unit: 'binary', maxLength: 60 })
    fc.assert(
      fc.property(
        fc.array(fc.record({ caption: text, description: text, hashtags: fc.array(text) }), { maxLength: 4 }),
        fc.integer({ min: 1, max: 40 }),
        (items, piece) => {
          // As some models write it.
          const content = answer(...items).replaceAll(/[^ -~]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`)
          const split = read(content, { piece })
          expect(split.captions).toEqual(read(content, { piece: content.length || 1 }).captions)
          for (const event of split.events) expect(JSON.stringify(event)).not.toMatch(/\\ud[89a-f]/i)
        },
      ),
      { numRuns: 200 },
    )
  })
})
