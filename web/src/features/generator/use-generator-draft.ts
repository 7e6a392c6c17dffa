import type { Me } from '@ninesixteen/shared/api/account'
import { firstTypeOf } from '@ninesixteen/shared/content-types/registry'
import { useEffect, useState } from 'react'
import { keep, readStored } from '../../app/browser-storage.ts'
import { draftFrom, EMPTY_DRAFT, type GeneratorDraft } from './generator-draft.ts'

/** Debounce before the draft is stored. */
const STORE_AFTER_MS = 250

/** The form's values, stored in this browser per user. Stores nothing until the user changes the form. */
export function useGeneratorDraft({ id: userId, settings }: Me) {
  const key = `ninesixteen.generator.${userId}`
  const [first] = useState(() => readStored(key, draftFrom) ?? { ...EMPTY_DRAFT, contentType: firstTypeOf(settings.defaultContentStyle) })
  const [draft, setDraft] = useState<GeneratorDraft>(first)
  useEffect(() => {
    // Untouched, so the defaults keep following the settings.
    if (draft === first) return
    const write = () => keep(key, draft)
    const timer = setTimeout(write, STORE_AFTER_MS)
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
