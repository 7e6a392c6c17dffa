import type { StoredBrand } from '@ninesixteen/shared/api/brands'
import { mergeBrands } from '@ninesixteen/shared/brand/merge-brands'
import type { Brand } from '@ninesixteen/shared/brand/model'
import { sameData } from '@ninesixteen/shared/slide/same-data'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { toApiError } from '../../../api/api-error.ts'
import { api, orpc } from '../../../api/client.ts'
import { notify } from '../../../components/toast.tsx'

/** Unsaved changes by company, kept while the user looks at another one, with what they are based on. */
const drafts = new Map<string, { base: StoredBrand; brand: Brand }>()

export interface BrandEditing {
  /** Null while it loads. */
  brand: Brand | null
  failed: boolean
  loadAgain(): void
  isSaved: boolean
  isDirty: boolean
  isSaving: boolean
  problem: string | null
  change(fields: Partial<Brand>): void
  save(): void
  remove(): void
}

const LABELS: Partial<Record<keyof Brand, string>> = { headlineFont: 'headline font', textFont: 'text font', neverWords: 'words to avoid' }

/** The brand of a company with unsaved changes. A save on an outdated version merges both sides, field by field. */
export function useBrand(companyId: string): BrandEditing {
  const client = useQueryClient()
  const query = orpc.brands.read.queryOptions({ input: { companyId } })
  const stored = useQuery(query)
  const [draft, setDraft] = useState(() => drafts.get(companyId) ?? null)
  const [conflicts, setConflicts] = useState<readonly (keyof Brand)[]>([])
  const storeDraft = (next: typeof draft): void => {
    if (next) drafts.set(companyId, next)
    else drafts.delete(companyId)
    setDraft(next)
  }
  const base = draft?.base ?? stored.data ?? null
  const brand = draft?.brand ?? stored.data?.brand ?? null
  const save = useMutation({
    mutationFn: (sent: { base: StoredBrand; brand: Brand }) =>
      api.brands.save({ companyId, version: sent.base.version, brand: sent.brand }),
    onSuccess: (saved, sent) => {
      client.setQueryData(query.queryKey, saved)
      setConflicts([])
      const now = drafts.get(companyId)
      // Changes made while it was being saved stay.
      storeDraft(now && !sameData(now.brand, sent.brand) ? { base: saved, brand: now.brand } : null)
    },
    onError: async (error, sent) => {
      if (toApiError(error).code !== 'BRAND_CONFLICT') return
      const theirs = await client.fetchQuery({ ...query, staleTime: 0 })
      const merged = mergeBrands(sent.base.brand, drafts.get(companyId)?.brand ?? sent.brand, theirs.brand)
      storeDraft({ base: theirs, brand: merged.brand })
      setConflicts(merged.conflicts)
      if (merged.conflicts.length === 0) save.mutate({ base: theirs, brand: merged.brand })
    },
  })
  const remove = useMutation({
    mutationFn: () => api.brands.remove({ companyId }),
    onSuccess: async () => {
      storeDraft(null)
      await client.invalidateQueries({ queryKey: orpc.brands.key() })
    },
    onError: () => notify.error('Failed to remove the brand. Please try again.'),
  })
  const isConflict = save.isError && toApiError(save.error).code === 'BRAND_CONFLICT'
  const named = conflicts.map((field) => LABELS[field] ?? field).join(', ')
  const changedElsewhere = conflicts.length > 0 ? `Also changed elsewhere: ${named}. Save again to keep your version.` : null
  return {
    brand,
    failed: stored.isError && !draft,
    loadAgain: () => void stored.refetch(),
    isSaved: (base?.version ?? 0) > 0,
    isDirty: draft !== null,
    isSaving: save.isPending,
    problem: save.isError && !isConflict ? toApiError(save.error).message : changedElsewhere,
    change(fields) {
      if (base && brand) storeDraft({ base, brand: { ...brand, ...fields } })
    },
    save() {
      if (base && brand) save.mutate({ base, brand })
    },
    remove: () => remove.mutate(),
  }
}
