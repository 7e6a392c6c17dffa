import { useEffect, useState } from 'react'
import { keep, readKept } from '../../app/browser-storage.ts'
import { draftFrom, EMPTY_DRAFT, type GeneratorDraft } from './generator-draft.ts'

/** Typing is written to the browser's storage at most this often. */
const KEEP_AFTER_MS = 250

/** The form's contents, kept in this browser for this person: they survive a reload and signing out. */
export function useGeneratorDraft(userId: string) {
  const key = `ninesixteen.generator.${userId}`
  const [draft, setDraft] = useState<GeneratorDraft>(() => readKept(key, draftFrom) ?? EMPTY_DRAFT)
  useEffect(() => {
    const write = () => keep(key, draft)
    const timer = setTimeout(write, KEEP_AFTER_MS)
    addEventListener('pagehide', write)
    return () => {
      clearTimeout(timer)
      removeEventListener('pagehide', write)
      write()
    }
  }, [key, draft])
  return {
    draft,
    change: (patch: Partial<GeneratorDraft>) => setDraft((before) => ({ ...before, ...patch })),
  }
}
