import type { Caption, CaptionEvent, CaptionsRequest } from '@ninesixteen/shared/api/captions'
import { createStore, type StoreApi } from 'zustand/vanilla'
import { errorText } from '../../../api/api-error.ts'

export interface ShownCaption extends Caption {
  /** False while it is being written. */
  isComplete: boolean
}

export interface CaptionsState {
  isOpen: boolean
  isWriting: boolean
  captions: readonly ShownCaption[]
  error: string | null
}

export interface CaptionWriter {
  state: StoreApi<CaptionsState>
  /** Replaces the captions of an earlier request. */
  start(request: CaptionsRequest): void
  /** Ends the request. Complete captions stay; without any, the panel closes. */
  cancel(): void
  close(): void
}

type RequestCaptions = (request: CaptionsRequest, reading: { onEvent(event: CaptionEvent): void; signal: AbortSignal }) => Promise<void>

const CLOSED: CaptionsState = { isOpen: false, isWriting: false, captions: [], error: null }

const completeOf = (captions: readonly ShownCaption[]) => captions.filter(({ isComplete }) => isComplete)

/** Captions written by the model: one request at a time. */
export function createCaptionWriter(requestCaptions: RequestCaptions): CaptionWriter {
  const state = createStore<CaptionsState>(() => CLOSED)
  let running: AbortController | null = null

  const apply = (event: CaptionEvent): void => {
    if (event.type === 'error') return
    if (event.type === 'done') {
      state.setState({ captions: event.captions.map((caption) => ({ ...caption, isComplete: true })) })
      return
    }
    const { type, index, ...caption } = event
    const captions = [...state.getState().captions]
    captions[index] = { ...caption, isComplete: type === 'caption' }
    state.setState({ captions: captions.filter((one) => one !== undefined) })
  }

  const stop = (): void => {
    running?.abort()
    running = null
  }

  const run = async (request: CaptionsRequest): Promise<void> => {
    stop()
    const controller = new AbortController()
    running = controller
    const { signal } = controller
    state.setState({ isOpen: true, isWriting: true, captions: [], error: null })
    try {
      await requestCaptions(request, { onEvent: (event) => !signal.aborted && apply(event), signal })
      if (!signal.aborted) state.setState({ isWriting: false })
    } catch (cause) {
      if (!signal.aborted) state.setState(({ captions }) => ({ isWriting: false, captions: completeOf(captions), error: errorText(cause) }))
    }
  }

  return {
    state,
    start: (request) => void run(request),
    cancel() {
      stop()
      const captions = completeOf(state.getState().captions)
      state.setState(captions.length === 0 ? CLOSED : { isWriting: false, captions })
    },
    close() {
      stop()
      state.setState(CLOSED)
    },
  }
}
