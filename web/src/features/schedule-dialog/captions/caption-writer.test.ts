import type { CaptionEvent, CaptionsRequest } from '@ninesixteen/shared/api/captions'
import { describe, expect, it } from 'vitest'
import { ApiError } from '../../../api/api-error.ts'
import { createCaptionWriter } from './caption-writer.ts'

const request: CaptionsRequest = { projectId: null, slides: ['one'], platforms: [], kind: 'slides', tone: '' }
const texts = (caption: string) => ({ caption, description: '', hashtags: ['tag'] })
const flushMicrotasks = async (): Promise<void> => {
  for (let turn = 0; turn < 4; turn++) await Promise.resolve()
}

function createTestWriter() {
  const requests: { send(event: CaptionEvent): void; signal: AbortSignal; end(): Promise<void>; fail(cause: Error): Promise<void> }[] = []
  const writer = createCaptionWriter(
    (_request, { onEvent, signal }) =>
      new Promise((resolve, reject) => {
        requests.push({
          send: onEvent,
          signal,
          end: () => (resolve(), flushMicrotasks()),
          fail: (cause) => (reject(cause), flushMicrotasks()),
        })
      }),
  )
  const last = () => {
    const latest = requests.at(-1)
    if (!latest) throw new Error('Nothing was requested')
    return latest
  }
  const captionTexts = () => writer.state.getState().captions.map(({ caption, isComplete }) => `${caption}${isComplete ? '' : '…'}`)
  writer.start(request)
  return { writer, last, captionTexts, state: () => writer.state.getState() }
}

describe('createCaptionWriter', () => {
  it('shows captions while they are written', async () => {
    const { last, captionTexts, state } = createTestWriter()
    expect(state()).toMatchObject({ isOpen: true, isWriting: true })
    last().send({ type: 'draft', index: 0, ...texts('fir') })
    expect(captionTexts()).toEqual(['fir…'])
    last().send({ type: 'caption', index: 0, ...texts('first') })
    last().send({ type: 'draft', index: 1, ...texts('sec') })
    expect(captionTexts()).toEqual(['first', 'sec…'])
    last().send({ type: 'done', captions: [texts('first'), texts('second')] })
    await last().end()
    expect([captionTexts(), state().isWriting]).toEqual([['first', 'second'], false])
  })

  it('shows an error and retains complete captions', async () => {
    const { writer, last, captionTexts, state } = createTestWriter()
    last().send({ type: 'caption', index: 0, ...texts('first') })
    last().send({ type: 'draft', index: 1, ...texts('sec') })
    await last().fail(new ApiError({ code: 'AI_BUSY', status: 503, message: 'The AI provider is busy.' }))
    expect([captionTexts(), state().error, state().isWriting]).toEqual([['first'], 'The AI provider is busy.', false])
    writer.start(request)
    expect([captionTexts(), state().error, state().isWriting]).toEqual([[], null, true])
  })

  it('ignores events after the user cancels', async () => {
    const { writer, last, captionTexts, state } = createTestWriter()
    last().send({ type: 'caption', index: 0, ...texts('first') })
    writer.cancel()
    expect(last().signal.aborted).toBe(true)
    last().send({ type: 'caption', index: 1, ...texts('second') })
    await last().fail(new DOMException('aborted', 'AbortError'))
    expect([captionTexts(), state().isWriting, state().error]).toEqual([['first'], false, null])
    writer.start(request)
    writer.cancel()
    expect(state()).toMatchObject({ isOpen: false, isWriting: false })
  })
})
