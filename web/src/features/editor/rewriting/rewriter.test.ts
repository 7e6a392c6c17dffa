import type { RewriteReply, RewriteRequest } from '@ninesixteen/shared/api/rewrite'
import { slideSchema } from '@ninesixteen/shared/slide/model'
import { describe, expect, it } from 'vitest'
import { createEditorStore } from '../document/editor-store.ts'
import { createRewriter } from './rewriter.ts'
import type { RewriteInstruction } from './rewriter.ts'

const instruction: RewriteInstruction = { slideId: 's', boxId: null, how: 'shorter', tone: '' }

const twoSlides = () => {
  const slide = slideSchema.parse({
    id: 's',
    textBoxes: [
      { id: 'a', text: 'one' },
      { id: 'b', text: 'two' },
    ],
  })
  return [slide, slideSchema.parse({ id: 't', title: 'beside' })]
}

function open(writing = { tone: '', model: '' }, slides = twoSlides()) {
  const store = createEditorStore({ title: '', slides }, () => undefined)
  const requests: {
    request: RewriteRequest
    signal: AbortSignal
    answer(reply: RewriteReply): Promise<void>
    fail(error: Error): Promise<void>
  }[] = []
  const settled = async (): Promise<void> => {
    for (let turn = 0; turn < 4; turn++) await Promise.resolve()
  }
  const rewriter = createRewriter({
    project: { topic: 'mornings', contentType: 'numbered-list' },
    companyId: () => null,
    store,
    writing: () => writing,
    requestRewrite: (request, signal) =>
      new Promise((resolve, reject) => {
        const answer = (reply: RewriteReply) => (resolve(reply), settled())
        const fail = (error: Error) => (reject(error), settled())
        requests.push({ request, signal, answer, fail })
      }),
  })
  const last = () => {
    const call = requests.at(-1)
    if (!call) throw new Error('Nothing was requests')
    return call
  }
  const texts = () => store.doc().slides[0]?.textBoxes.map((box) => box.text)
  return { store, rewriter, requests, last, texts, step: () => rewriter.state.getState().step }
}

const both = {
  texts: [
    { slideId: 's', boxId: 'a', text: '1' },
    // As servers of 0.2.0 send it.
    { slideId: '', boxId: 'b', text: '2' },
  ],
  alternatives: [],
}

describe('rewriting', () => {
  it('of all slides is one undo step, in groups of at most forty texts', async () => {
    const boxes = (count: number) => Array.from({ length: count }, (_, at) => ({ id: `b${at}`, text: `text ${at}` }))
    const slides = [30, 0, 10, 1].map((count, at) =>
      slideSchema.parse({ id: `slide ${at}`, title: `title ${at}`, textBoxes: boxes(count) }),
    )
    const editor = open({ tone: '', model: '' }, slides)
    editor.rewriter.start({ slideId: 'slide 0', boxId: null, isAll: true, how: 'translate', tone: '', language: 'Spanish' })
    const answerLast = async (): Promise<void> => {
      const { slide, further } = editor.last().request
      const texts = [slide, ...further].flatMap(({ id, textBoxes }) =>
        textBoxes.map((box) => ({ slideId: id, boxId: box.id, text: `${id} ${box.text}` })),
      )
      await editor.last().answer({ texts, alternatives: [] })
    }
    expect(editor.last().request).toMatchObject({ target: { kind: 'slides' }, language: 'Spanish', neighbours: ['title 1', 'title 3'] })
    await answerLast()
    expect([editor.requests.length, editor.step(), editor.texts()?.[0]]).toEqual([2, 'asking', 'text 0'])
    await answerLast()
    expect([editor.requests.length, editor.step()]).toEqual([2, 'idle'])
    const changed = editor.store.doc().slides.flatMap(({ textBoxes }) => textBoxes.map(({ text }) => text))
    expect(changed).toHaveLength(41)
    for (const text of changed) expect(text).toMatch(/^slide \d text \d+$/)
    editor.store.undo()
    expect(editor.store.doc().slides).toEqual(slides)
  })

  it('of all slides without text says so', async () => {
    const editor = open({ tone: '', model: '' }, [slideSchema.parse({ id: 's' })])
    editor.rewriter.start({ ...instruction, isAll: true })
    expect(editor.rewriter.state.getState()).toMatchObject({ step: 'failed', message: 'There is no text to rewrite.' })
    expect(editor.requests).toHaveLength(0)
  })

  it('is one undo step', async () => {
    const editor = open()
    editor.rewriter.start(instruction)
    expect(editor.step()).toBe('asking')
    await editor.last().answer(both)
    expect([editor.texts(), editor.step()]).toEqual([['1', '2'], 'idle'])
    editor.store.undo()
    expect(editor.texts()).toEqual(['one', 'two'])
  })

  it('uses the tone and model of Advanced Settings unless the instruction has a tone', () => {
    const editor = open({ tone: ' warm ', model: 'gpt-4.1' })
    editor.rewriter.start(instruction)
    expect(editor.last().request).toMatchObject({ tone: 'warm', model: 'gpt-4.1', neighbours: ['beside'] })
    editor.rewriter.start({ ...instruction, how: 'tone', tone: 'dry' })
    expect(editor.last().request.tone).toBe('dry')
    const plain = open()
    plain.rewriter.start(instruction)
    expect(plain.last().request).not.toHaveProperty('model')
  })

  it('keeps a text that the user changed in the meantime', async () => {
    const editor = open()
    editor.rewriter.start(instruction)
    editor.store.perform({ type: 'set-text', slideId: 's', boxId: 'b', text: 'mine' })
    await editor.last().answer(both)
    expect(editor.texts()).toEqual(['1', 'mine'])
    expect(editor.store.getState().announcement.text).toBe('Kept the text you changed in the meantime')
  })

  it('changes nothing after a cancel, even when the response still arrives', async () => {
    const editor = open()
    editor.rewriter.start(instruction)
    editor.rewriter.dismiss()
    expect(editor.last().signal.aborted).toBe(true)
    await editor.last().answer(both)
    expect([editor.texts(), editor.step()]).toEqual([['one', 'two'], 'idle'])
  })

  it('reports the error and can be retried', async () => {
    const editor = open()
    editor.rewriter.start(instruction)
    await editor.last().fail(new TypeError('Failed to fetch'))
    expect(editor.rewriter.state.getState()).toMatchObject({ step: 'failed', instruction })
    expect(editor.texts()).toEqual(['one', 'two'])
    editor.rewriter.start(instruction)
    await editor.last().answer(both)
    expect(editor.texts()).toEqual(['1', '2'])
  })

  it('applies the chosen alternative', async () => {
    const editor = open()
    editor.rewriter.start({ ...instruction, boxId: 'a', how: 'alternatives' })
    await editor.last().answer({ texts: [], alternatives: ['x', 'y'] })
    expect(editor.rewriter.state.getState()).toMatchObject({ step: 'choosing', alternatives: ['x', 'y'] })
    expect(editor.texts()).toEqual(['one', 'two'])
    editor.rewriter.choose('y')
    expect([editor.texts(), editor.step()]).toEqual([['y', 'two'], 'idle'])
  })
})
