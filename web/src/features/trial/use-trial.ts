import type { GenerateEvent } from '@ninesixteen/shared/api/generate'
import type { Slide } from '@ninesixteen/shared/slide/model'
import { useCallback, useEffect, useRef, useState } from 'react'
import { toApiError } from '../../api/api-error.ts'
import { AuthCallError } from '../../api/auth-calls.ts'
import { loadPart } from '../../components/load-part.ts'
import { compileNoSchemas } from '../../app/no-eval.ts'
import { isOfOurField, noteProject, readAddress } from './address.ts'
import type { TrialVisitor } from './visitor.ts'
import type { Writing } from './write-slides.ts'

/** With the schemas of what is read, which this page does without until then. */
function loadWriting() {
  compileNoSchemas()
  return loadPart(() => import('./write-slides.ts'))
}

export interface TrialState {
  status: 'idle' | 'writing' | 'done' | 'failed'
  title: string
  /** Slides to come; 0 while not known yet. */
  wanted: number
  /** Those that are written, by index. */
  slides: readonly Slide[]
  projectId: string | null
  /** Why it did not go on, or not to its end. */
  problem: { code: string; text: string } | null
}

const IDLE: TrialState = { status: 'idle', title: '', wanted: 0, slides: [], projectId: null, problem: null }
const SOME_SLIDES = 5
const GONE_TEXT = 'These slides have expired: without an account they are kept for two hours.'

function after(state: TrialState, event: GenerateEvent): TrialState {
  switch (event.type) {
    case 'project':
      return { ...state, projectId: event.projectId, title: event.title, wanted: Math.max(event.wanted, state.slides.length) }
    case 'slide': {
      const slides = [...state.slides]
      slides[event.index] = event.slide
      return { ...state, slides }
    }
    case 'done':
      return { ...state, status: 'done', wanted: state.slides.length, problem: event.notice ? { code: '', text: event.notice } : null }
    case 'error':
      return { ...state, status: 'failed', problem: { code: event.code, text: event.message } }
  }
}

function problemOf(cause: unknown): TrialState['problem'] {
  if (cause instanceof AuthCallError) return { code: cause.code, text: cause.message }
  const { code, status, message } = toApiError(cause)
  // What was shown here is its stranger's for a short time only.
  if (status === 401 || status === 404) return { code, text: GONE_TEXT }
  return { code, text: message }
}

/** The page's one slideshow: begun by the topic of the address, shown again after a reload. */
export function useTrial(ask: TrialVisitor['ask']) {
  const [state, setState] = useState(IDLE)
  const [topic, setTopic] = useState<string | null>(null)
  const isRunning = useRef(false)

  const run = useCallback(
    async (what: { topic: string } | { projectId: string }) => {
      if (isRunning.current) return
      isRunning.current = true
      let projectId: string | null = null
      const writing: Writing = {
        ask,
        projectId: () => projectId,
        onEvent(event) {
          setState((before) => after(before, event))
          if (event.type !== 'project') return
          projectId = event.projectId
          noteProject(projectId)
        },
      }
      try {
        const { writeSlides, showSlides } = await loadWriting()
        setState({ ...IDLE, status: 'writing', wanted: SOME_SLIDES })
        await ('topic' in what ? writeSlides(what.topic, writing) : showSlides(what.projectId, writing))
      } catch (cause) {
        setState((before) => ({ ...before, status: 'failed', problem: problemOf(cause) }))
      }
      isRunning.current = false
    },
    [ask],
  )

  useEffect(() => {
    const address = readAddress()
    const { projectId } = address
    void (async () => {
      // Not known where the page is written by the server.
      setTopic(address.topic)
      if (projectId !== null) await run({ projectId })
      else if (address.topic !== '' && isOfOurField()) await run({ topic: address.topic })
    })()
  }, [run])

  return { state, topic, write: (typed: string) => void run({ topic: typed }) }
}
