import type { Me } from '@ninesixteen/shared/api/account'
import { LIKE_AND_FOLLOW } from '@ninesixteen/shared/content-types/ids'
import { firstTypeOf } from '@ninesixteen/shared/content-types/registry'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { orpc } from '../../api/client.ts'
import { keep, readStored } from '../../app/browser-storage.ts'
import { draftFrom, untouchedDraft, type GeneratorDraft } from './generator-draft.ts'

/** Debounce before the draft is stored. */
const STORE_AFTER_MS = 250

/** The form's values, stored in this browser per user. Stores nothing until the user changes the form. `companyId` is whose brand it follows until then. */
export function useGeneratorDraft({ id: userId, settings }: Me, companyId: string | null) {
  const key = `ninesixteen.generator.${userId}`
  const [changed, setChanged] = useState<GeneratorDraft | null>(() => readStored(key, draftFrom) ?? null)
  const [stored] = useState(changed)
  const isUntouched = changed === null
  const query = orpc.brands.read.queryOptions({ input: { companyId: companyId ?? '' } })
  const brand = useQuery({ ...query, enabled: companyId !== null }).data
  const formats = brand && brand.version > 0 ? brand.brand.formats : []
  const draft = changed ?? untouchedDraft(firstTypeOf(settings.defaultContentStyle), formats)
  useEffect(() => {
    // Untouched, so the defaults keep following the settings and the brand.
    if (changed === null || changed === stored) return
    const write = () => keep(key, changed)
    const timer = setTimeout(write, STORE_AFTER_MS)
    addEventListener('pagehide', write)
    return () => {
      clearTimeout(timer)
      removeEventListener('pagehide', write)
      write()
    }
  }, [key, changed, stored])
  return {
    draft,
    isUntouched,
    /** Whether the user or the page has changed the form since it was opened. */
    isChanged: changed !== stored,
    /** The text of the closing slide, as the brand has it. */
    closingText: brand?.brand.closing.text || LIKE_AND_FOLLOW,
    change: (patch: Partial<GeneratorDraft>) => setChanged((before) => ({ ...(before ?? draft), ...patch })),
  }
}
