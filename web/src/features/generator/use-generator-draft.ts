import type { Me } from '@ninesixteen/shared/api/account'
import { firstTypeOf } from '@ninesixteen/shared/content-types/registry'
import { useEffect, useState } from 'react'
import { keep, readKept } from '../../app/browser-storage.ts'
import { draftFrom, EMPTY_DRAFT, type GeneratorDraft } from './generator-draft.ts'

/** Typing is written to the browser's storage at most this often. */
const KEEP_AFTER_MS = 250

/** The form's contents, kept in this browser for this person: they survive a reload and signing out. Of a form that nobody touched nothing is kept. */
export function useGeneratorDraft({ id: userId, settings }: Me) {
  const key = `ninesixteen.generator.${userId}`
  const [first] = useState(() => readKept(key, draftFrom) ?? { ...EMPTY_DRAFT, contentType: firstTypeOf(settings.defaultContentStyle) })
  const [draft, setDraft] = useState<GeneratorDraft>(first)
  useEffect(() => {
    // Nothing was chosen: what is begun with stays that of the settings.
    if (draft === first) return
    const write = () => keep(key, draft)
    const timer = setTimeout(write, KEEP_AFTER_MS)
    addEventListener('pagehide', write)
    return () => {
      clearTimeout(timer)
      removeEventListener('pagehide', write)
      write()
    }
  }, [key, draft, first])
  return {
    draft,
    change: (patch: Partial<GeneratorDraft>) => setDraft((before) => ({ ...before, ...patch })),
  }
}
