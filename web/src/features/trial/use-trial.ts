import type { GenerateEvent } from '@ninesixteen/shared/api/generate'
import type { Slide } from '@ninesixteen/shared/slide/model'
import { useCallback, useEffect, useRef, useState } from 'react'
import { toApiError } from '../../api/api-error.ts'
import { AuthCallError } from '../../api/auth-calls.ts'
import { loadPart } from '../../components/load-part.tsx'
import { compileNoSchemas } from '../../app/no-eval.ts'
import type { TrialVisitor, Writing } from './write-slides.ts'
import { rememberAnyTopic } from '../../app/any-topic.ts'
import { paths } from '../../app/paths.ts'

/** Loaded on demand, because it brings the schemas. */
function loadWriting() {
  compileNoSchemas()
  return loadPart(() => import('./write-slides.ts'))
}

export interface TrialState {
  status: 'idle' | 'writing' | 'done' | 'failed'
  title: string
  /** Number of requested slides; 0 while unknown. */
  slideCount: number
  /** Finished slides by index. */
  slides: readonly Slide[]
  projectId: string | null
  /** Whether the sandbox wrote the texts without knowing the topic. */
  fitsAnyTopic: boolean
  /** Why it failed or stopped early. */
  problem: { code: string; text: string } | null
}

const IDLE: TrialState = { status: 'idle', title: '', slideCount: 0, slides: [], projectId: null, fitsAnyTopic: false, problem: null }
const EXPECTED_SLIDES = 5
const EXPIRED_TEXT = 'These slides have expired. Without an account, they are deleted after two hours.'

function applyEvent(state: TrialState, event: GenerateEvent): TrialState {
  switch (event.type) {
    case 'project':
      return { ...state, projectId: event.projectId, title: event.title, slideCount: Math.max(event.wanted, state.slides.length) }
    case 'slide': {
      const slides = [...state.slides]
      slides[event.index] = event.slide
      return { ...state, slides }
    }
    case 'done':
      return {
        ...state,
        status: 'done',
        slideCount: state.slides.length,
        fitsAnyTopic: event.fitsAnyTopic === true,
        problem: event.notice ? { code: '', text: event.notice } : null,
      }
    case 'error':
      return { ...state, status: 'failed', problem: { code: event.code, text: event.message } }
  }
}

function problemOf(error: unknown): TrialState['problem'] {
  if (error instanceof AuthCallError) return { code: error.code, text: error.message }
  const { code, status, message } = toApiError(error)
  // A trial's slides expire.
  if (status === 401 || status === 404) return { code, text: EXPIRED_TEXT }
  return { code, text: message }
}

/** The page's slideshow: started by the topic in the address, and shown again after a reload. */
export function useTrial(requestMe: TrialVisitor['requestMe']) {
  const [state, setState] = useState(IDLE)
  const [topic, setTopic] = useState<string | null>(null)
  const isRunning = useRef(false)

  const run = useCallback(
    async (source: { topic: string } | { projectId: string }) => {
      if (isRunning.current) return
      isRunning.current = true
      let projectId: string | null = null
      let firstText: string | undefined
      const writing: Writing = {
        requestMe,
        projectId: () => projectId,
        onEvent(event) {
          setState((previous) => applyEvent(previous, event))
          if (event.type === 'slide' && event.index === 0) firstText = event.slide.textBoxes[0]?.text
          if (event.type === 'done' && event.fitsAnyTopic && firstText !== undefined) rememberAnyTopic(event.projectId, firstText)
          if (event.type !== 'project') return
          projectId = event.projectId
          putProjectInUrl(projectId)
        },
      }
      try {
        const { writeSlides, showSlides } = await loadWriting()
        setState({ ...IDLE, status: 'writing', slideCount: EXPECTED_SLIDES })
        await ('topic' in source ? writeSlides(source.topic, writing) : showSlides(source.projectId, writing))
      } catch (error) {
        setState((previous) => ({ ...previous, status: 'failed', problem: problemOf(error) }))
      }
      isRunning.current = false
    },
    [requestMe],
  )

  useEffect(() => {
    const address = readAddress()
    const { projectId } = address
    void (async () => {
      // The server renders the page without query parameters.
      setTopic(address.topic)
      if (projectId !== null) await run({ projectId })
      else if (address.topic !== '' && isSubmittedHere()) await run({ topic: address.topic })
    })()
  }, [run])

  return { state, topic, write: (newTopic: string) => void run({ topic: newTopic }) }
}

interface TrialAddress {
  topic: string
  /** An existing slideshow to show again. */
  projectId: string | null
}

export function readAddress(): TrialAddress {
  const search = new URLSearchParams(location.search)
  return { topic: search.get('topic')?.trim() ?? '', projectId: search.get('project') }
}

/** Puts the slideshow into the address, so that a reload shows it instead of writing a second one. */
function putProjectInUrl(projectId: string): void {
  history.replaceState(history.state, '', `${paths.try}?project=${projectId}`)
}

/**
 * Whether the topic in the address comes from a page of this site. A link from elsewhere only fills the field, because otherwise any site could
 * start generations in a visitor's browser.
 */
function isSubmittedHere(): boolean {
  const [entry] = performance.getEntriesByType('navigation')
  const isNew = entry instanceof PerformanceNavigationTiming && entry.type === 'navigate'
  return isNew && URL.canParse(document.referrer) && new URL(document.referrer).origin === location.origin
}
