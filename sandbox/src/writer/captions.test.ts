import { describe, expect, test } from 'vitest'
import { writeCaptions, type CaptionsPrompt } from './captions.ts'
import type { WriterRequest } from './request.ts'
import { writeSlides } from './writer.ts'

const request = (topic: string, over: Partial<WriterRequest> = {}): WriterRequest => ({
  topic,
  format: 'captions',
  slides: 5,
  tone: '',
  company: '',
  about: '',
  softSellSlide: null,
  context: '',
  seed: '',
  ...over,
})
const order = (slides: string[], over: Partial<CaptionsPrompt> = {}): CaptionsPrompt => ({
  wanted: 3,
  captionMax: 90,
  descriptionMax: 600,
  hashtags: 5,
  language: '',
  slides,
  ...over,
})
const slidesAbout = (topic: string) =>
  writeSlides({ ...request(topic), format: 'numbered-list' }).map(({ title, description }) =>
    [title, description].filter(Boolean).join(' / '),
  )

const TOPICS = [
  '5 morning habits',
  'mistakes beginners make with sourdough',
  'restoring old typewriters',
  'утренние привычки',
  '朝の習慣',
  '🔥',
  'x'.repeat(500),
]

describe('captions', () => {
  test.each(TOPICS)('writes three different captions within the limits: %s', (topic) => {
    const captions = writeCaptions(order(slidesAbout(topic)), request(topic))
    expect(new Set(captions.map(({ caption }) => caption)).size).toBe(3)
    for (const { caption, description, hashtags } of captions) {
      expect(caption).not.toMatch(/[{}]|undefined/)
      expect(caption).not.toBe('')
      expect(caption.length).toBeLessThanOrEqual(90)
      expect(description.length).toBeGreaterThan(10)
      expect(hashtags.length).toBeLessThanOrEqual(5)
      for (const tag of hashtags) expect(tag).toMatch(/^[\p{L}\p{M}\p{N}]+$/u)
    }
    expect(writeCaptions(order(slidesAbout(topic)), request(topic))).toEqual(captions)
  })

  test('are about the slides, also without a topic', () => {
    const text = JSON.stringify(writeCaptions(order(['3 teapots with a story', '1. the cracked one']), request('')))
    expect(text).toContain('teapots with a story')
    expect(text).toContain('teapotswithastory')
    expect(text).not.toBe(JSON.stringify(writeCaptions(order(['7 hidden cafes in lisbon']), request(''))))
  })

  test('take the words of a topic that the writer knows', () => {
    const [first] = writeCaptions(order(slidesAbout('why is my sourdough dense'), { wanted: 1 }), request('why is my sourdough dense'))
    expect(first?.hashtags).toContain('breadtok')
    expect(first?.description).toContain('dense bread?')
  })

  test('use the language of the slides, and name the company once', () => {
    const german = writeCaptions(order(['5 ideen für den morgen', 'ohne handy und mit licht ist jeden tag die luft klar']), request(''))
    expect(JSON.stringify(german)).toMatch(/tipps|ideen/)
    const named = writeCaptions(order(['calm evenings']), request('', { company: 'Glow' }))
    expect(named.filter(({ description }) => description.includes('Glow'))).toHaveLength(1)
  })

  test('use capital letters if the slides do', () => {
    const [first] = writeCaptions(order(['Five Calm Evenings']), request(''))
    expect(first?.description).toMatch(/^\p{Lu}/u)
  })
})
