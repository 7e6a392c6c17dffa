import type { CaptionEvent, CaptionsRequest } from '@ninesixteen/shared/api/captions'
import { describe, expect, it } from 'vitest'
import { ApiError } from '../../../api/api-error.ts'
import { createCaptionWriter } from './caption-writer.ts'

const request: CaptionsRequest = { projectId: null, slides: ['one'], platforms: [], kind: 'slides', tone: '' }
const texts = (caption: string) => ({ caption, description: '', hashtags: ['tag'] })
const settled = async (): Promise<void> => {
  for (let turn = 0; turn < 4; turn++) await Promise.resolve()
}

function open() {
  const asked: { send(event: CaptionEvent): void; signal: AbortSignal; end(): Promise<void>; fail(cause: Error): Promise<void> }[] = []
  const writer = createCaptionWriter(
    (_request, { onEvent, signal }) =>
      new Promise((resolve, reject) => {
        asked.push({ send: onEvent, signal, end: () => (resolve(), settled()), fail: (cause) => (reject(cause), settled()) })
      }),
  )
  const last = () => {
    const call = asked.at(-1)
    if (!call) throw new Error('Nothing was requested')
    return call
  }
  const shown = () => writer.state.getState().captions.map(({ caption, isWhole }) => `${caption}${isWhole ? '' : '…'}`)
  writer.start(request)
  return { writer, last, shown, state: () => writer.state.getState() }
}

describe('captions', () => {
  it('appear as they are written', async () => {
    const { last, shown, state } = open()
    expect(state()).toMatchObject({ isOpen: true, isWriting: true })
    last().send({ type: 'draft', index: 0, ...texts('fir') })
    expect(shown()).toEqual(['fir…'])
    last().send({ type: 'caption', index: 0, ...texts('first') })
    last().send({ type: 'draft', index: 1, ...texts('sec') })
    expect(shown()).toEqual(['first', 'sec…'])
    last().send({ type: 'done', captions: [texts('first'), texts('second')] })
    await last().end()
    expect([shown(), state().isWriting]).toEqual([['first', 'second'], false])
  })

  it('that are complete stay after an error, which is shown', async () => {
    const { writer, last, shown, state } = open()
    last().send({ type: 'caption', index: 0, ...texts('first') })
    last().send({ type: 'draft', index: 1, ...texts('sec') })
    await last().fail(new ApiError({ code: 'AI_BUSY', status: 503, message: 'The AI provider is busy.' }))
    expect([shown(), state().error, state().isWriting]).toEqual([['first'], 'The AI provider is busy.', false])
    writer.start(request)
    expect([shown(), state().error, state().isWriting]).toEqual([[], null, true])
  })

  it('stop when the user cancels, without later events', async () => {
    const { writer, last, shown, state } = open()
    last().send({ type: 'caption', index: 0, ...texts('first') })
    writer.cancel()
    expect(last().signal.aborted).toBe(true)
    last().send({ type: 'caption', index: 1, ...texts('second') })
    await last().fail(new DOMException('aborted', 'AbortError'))
    expect([shown(), state().isWriting, state().error]).toEqual([['first'], false, null])
    writer.start(request)
    writer.cancel()
    expect(state()).toMatchObject({ isOpen: false, isWriting: false })
  })
})
