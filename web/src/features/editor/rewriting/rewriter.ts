import { REWRITE_TEXTS_MAX } from '@ninesixteen/shared/api/limits'
import type { Project } from '@ninesixteen/shared/api/projects'
import type { RewriteReply, RewriteRequest } from '@ninesixteen/shared/api/rewrite'
import type { Edit } from '@ninesixteen/shared/slide/edit'
import type { Slide } from '@ninesixteen/shared/slide/model'
import { createStore } from 'zustand/vanilla'
import type { StoreApi } from 'zustand/vanilla'
import { errorText } from '../../../api/api-error.ts'
import type { WritingChoice } from '../../../app/studio-store.ts'
import type { EditorStore } from '../document/editor-store.ts'

/** The text to rewrite; a null box means all texts of the slide. */
export interface RewriteTarget {
  slideId: string
  boxId: string | null
  /** All texts of all slides. */
  isAll?: boolean
}

export interface RewriteInstruction extends RewriteTarget {
  how: RewriteRequest['how']
  /** For `tone`. */
  tone: string
  /** For `translate`. */
  language?: string
}

export type RewriteState =
  | { step: 'idle' }
  | { step: 'asking'; instruction: RewriteInstruction }
  | { step: 'choosing'; instruction: RewriteInstruction; alternatives: readonly string[] }
  | { step: 'failed'; instruction: RewriteInstruction; message: string }

export interface Rewriter {
  state: StoreApi<RewriteState>
  start(instruction: RewriteInstruction): void
  /** Applies one of the alternatives. */
  choose(text: string): void
  /** Cancels the request, or closes the choice or the error. The slide is unchanged. */
  dismiss(): void
}

export interface RewriterDeps {
  project: Pick<Project, 'topic' | 'contentType'>
  companyId(): string | null
  store: EditorStore
  /** The choices of Advanced Settings; an instruction's own tone takes precedence. */
  writing(): WritingChoice
  requestRewrite(request: RewriteRequest, signal: AbortSignal): Promise<RewriteReply>
}

const titleOf = (slide: Slide): string => slide.title.slice(0, 300)

/** Slides with text, in groups for one request each. */
function groups(slides: readonly Slide[]): Slide[][] {
  const all: Slide[][] = []
  let texts = 0
  for (const slide of slides) {
    const own = slide.textBoxes.filter(({ text }) => text.trim() !== '').length
    if (own === 0) continue
    if (all.length === 0 || texts + own > REWRITE_TEXTS_MAX) {
      all.push([])
      texts = 0
    }
    all.at(-1)?.push(slide)
    texts += own
  }
  return all
}

/** Rewrites texts with the model: one request at a time, and all of an instruction is one undo step. */
export function createRewriter({ project, companyId, store, writing, requestRewrite }: RewriterDeps): Rewriter {
  const state = createStore<RewriteState>(() => ({ step: 'idle' }))
  const show = (next: RewriteState): void => state.setState(next, true)
  let running: AbortController | null = null
  const slideOf = (id: string): Slide | undefined => store.doc().slides.find((slide) => slide.id === id)

  /** Skips texts that the user changed in the meantime. */
  const apply = (before: readonly Slide[], texts: RewriteReply['texts']): void => {
    const textIn = (slide: Slide | undefined, id: string): string | undefined => slide?.textBoxes.find((box) => box.id === id)?.text
    const untouched = texts.filter(({ slideId, boxId }) => {
      const now = textIn(slideOf(slideId), boxId)
      const sent = before.find(({ id }) => id === slideId)
      return now !== undefined && now === textIn(sent, boxId)
    })
    const edits = untouched.map(({ slideId, boxId, text }): Edit => ({ type: 'set-text', slideId, boxId, text }))
    const [first] = before
    const changed = edits.length > 0 && store.performAll(edits, first && before.length === 1 ? { slideId: first.id } : {})
    if (untouched.length < texts.length) store.announce('Kept the text you changed in the meantime')
    else store.announce(changed ? 'Rewritten. You can undo this' : 'The new text is the same')
  }

  const requestOf = ({ boxId, isAll, how, ...wording }: RewriteInstruction, [slide, ...further]: readonly [Slide, ...Slide[]]) => {
    const { tone, model } = writing()
    const slideIds = new Set([slide, ...further].map(({ id }) => id))
    return {
      projectTopic: project.topic,
      companyId: companyId(),
      contentType: project.contentType,
      slide,
      further,
      target: isAll ? { kind: 'slides' } : boxId === null ? { kind: 'slide' } : { kind: 'box', boxId },
      how,
      tone: wording.tone || tone.trim(),
      language: wording.language ?? '',
      ...(model === '' ? {} : { model }),
      neighbours: store.doc().slides.flatMap((other) => (slideIds.has(other.id) ? [] : [titleOf(other)])),
    } satisfies RewriteRequest
  }

  const run = async (instruction: RewriteInstruction): Promise<void> => {
    const own = slideOf(instruction.slideId)
    const requestGroups = instruction.isAll ? groups(store.doc().slides) : own ? [[own]] : []
    if (!instruction.isAll && requestGroups.length === 0) return
    const controller = new AbortController()
    running = controller
    show({ step: 'asking', instruction })
    store.announce('Rewriting')
    try {
      if (requestGroups.length === 0) throw new Error('There is no text to rewrite.')
      const texts: RewriteReply['texts'] = []
      for (const [first, ...further] of requestGroups) {
        if (!first) continue
        const reply = await requestRewrite(requestOf(instruction, [first, ...further]), controller.signal)
        if (controller.signal.aborted) return
        if (instruction.how === 'alternatives') return show({ step: 'choosing', instruction, alternatives: reply.alternatives })
        texts.push(...reply.texts.map((text) => ({ ...text, slideId: text.slideId || first.id })))
      }
      show({ step: 'idle' })
      apply(requestGroups.flat(), texts)
    } catch (error) {
      if (!controller.signal.aborted) show({ step: 'failed', instruction, message: errorText(error) })
    }
  }

  const dismiss = (): void => {
    if (state.getState().step === 'asking') store.announce('Rewriting cancelled')
    running?.abort()
    show({ step: 'idle' })
  }

  return {
    state,
    start(instruction) {
      running?.abort()
      void run(instruction)
    },
    choose(text) {
      const now = state.getState()
      if (now.step !== 'choosing' || now.instruction.boxId === null) return
      const { slideId, boxId } = now.instruction
      show({ step: 'idle' })
      if (store.perform({ type: 'set-text', slideId, boxId, text }, { slideId, selection: [boxId] })) store.announce('Text chosen')
    },
    dismiss,
  }
}
