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
}

export interface RewriteInstruction extends RewriteTarget {
  how: RewriteRequest['how']
  tone: string
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
  project: Pick<Project, 'topic' | 'companyId' | 'contentType'>
  store: EditorStore
  /** The choices of Advanced Settings; an instruction's own tone takes precedence. */
  writing(): WritingChoice
  ask(request: RewriteRequest, signal: AbortSignal): Promise<RewriteReply>
}

const titleOf = (slide: Slide): string => slide.title.slice(0, 300)

/** Rewrites texts with the model: one request at a time, and each response is one undo step. */
export function createRewriter({ project, store, writing, ask }: RewriterDeps): Rewriter {
  const state = createStore<RewriteState>(() => ({ step: 'idle' }))
  const show = (next: RewriteState): void => state.setState(next, true)
  let running: AbortController | null = null
  const slideOf = (id: string): Slide | undefined => store.doc().slides.find((slide) => slide.id === id)

  /** Skips texts that the user changed in the meantime. */
  const apply = (before: Slide, texts: RewriteReply['texts']): void => {
    const now = slideOf(before.id)
    const textIn = (slide: Slide | undefined, id: string): string | undefined => slide?.textBoxes.find((box) => box.id === id)?.text
    const untouched = texts.filter(({ boxId }) => textIn(now, boxId) !== undefined && textIn(now, boxId) === textIn(before, boxId))
    const edits = untouched.map(({ boxId, text }): Edit => ({ type: 'set-text', slideId: before.id, boxId, text }))
    const changed = edits.length > 0 && store.performAll(edits, { slideId: before.id })
    if (untouched.length < texts.length) store.announce('Kept the text you changed in the meantime')
    else store.announce(changed ? 'Rewritten. You can undo this' : 'The new text is the same')
  }

  const run = async (instruction: RewriteInstruction): Promise<void> => {
    const slide = slideOf(instruction.slideId)
    if (!slide) return
    const controller = new AbortController()
    const { tone, model } = writing()
    running = controller
    show({ step: 'asking', instruction })
    store.announce('Rewriting')
    try {
      const reply = await ask(
        {
          projectTopic: project.topic,
          companyId: project.companyId,
          contentType: project.contentType,
          slide,
          target: instruction.boxId === null ? { kind: 'slide' } : { kind: 'box', boxId: instruction.boxId },
          how: instruction.how,
          tone: instruction.tone || tone.trim(),
          ...(model === '' ? {} : { model }),
          neighbours: store.doc().slides.flatMap((other) => (other.id === slide.id ? [] : [titleOf(other)])),
        },
        controller.signal,
      )
      if (controller.signal.aborted) return
      if (instruction.how === 'alternatives') return show({ step: 'choosing', instruction, alternatives: reply.alternatives })
      show({ step: 'idle' })
      apply(slide, reply.texts)
    } catch (cause) {
      if (!controller.signal.aborted) show({ step: 'failed', instruction, message: errorText(cause) })
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
