import { create } from 'zustand'
import { deviceStorage, keep, readStored } from './browser-storage.ts'

/** The sandbox wrote a slideshow and didn't know its topic. */
export const ANY_TOPIC_TEXT = 'The sandbox wrote these slides and doesn’t know this topic. A model would write about it.'

const KEY = 'ninesixteen.any-topic'
/** Slideshows that this browser remembers. */
const KEPT_MAX = 50

/** The first text of each slideshow that the sandbox wrote without knowing its topic, by project. */
type FirstTexts = readonly (readonly [projectId: string, text: string])[]

function firstTextsFrom(stored: unknown): FirstTexts {
  if (!Array.isArray(stored)) return []
  return stored.flatMap((entry: unknown): FirstTexts => {
    const [projectId, text]: unknown[] = Array.isArray(entry) ? entry : []
    return typeof projectId === 'string' && typeof text === 'string' ? [[projectId, text]] : []
  })
}

/** The server renders public pages, and has no storage. */
const storedTexts = (): FirstTexts => (deviceStorage() && readStored(KEY, firstTextsFrom)) ?? []

const useFirstTexts = create<{ list: FirstTexts }>(() => ({ list: storedTexts() }))

/** Remembers, in this browser, that the texts of a slideshow fit any topic. */
export function rememberAnyTopic(projectId: string, firstText: string): void {
  const list = [...useFirstTexts.getState().list.filter(([id]) => id !== projectId), [projectId, firstText] as const].slice(-KEPT_MAX)
  useFirstTexts.setState({ list })
  keep(KEY, list)
}

/** Whether the texts of a slideshow fit any topic; no longer once its first text is another one. */
export function useFitsAnyTopic(projectId: string, firstText: string | undefined): boolean {
  return useFirstTexts(({ list }) => list.some(([id, text]) => id === projectId && text === firstText))
}
