import type { Company, CompanyInput } from '@ninesixteen/shared/api/companies'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { api, orpc } from '../../api/client.ts'

/** 'Saved successfully' stays this long. */
const SAVED_MS = 3000

/** Creates or changes a company, with what is said about it. */
export function useSaveCompany(company: Company | null, onCreated: (company: Company) => void) {
  const client = useQueryClient()
  const [savedAt, setSavedAt] = useState<number | null>(null)
  useEffect(() => {
    if (savedAt === null) return
    const timer = setTimeout(() => setSavedAt(null), SAVED_MS)
    return () => clearTimeout(timer)
  }, [savedAt])
  const mutation = useMutation({
    mutationFn: (input: CompanyInput) => (company ? api.companies.update({ id: company.id, ...input }) : api.companies.create(input)),
  })
  async function save(input: CompanyInput, onKept: (input: CompanyInput) => void) {
    try {
      const kept = await mutation.mutateAsync(input)
      onKept(input)
      await client.invalidateQueries({ queryKey: orpc.companies.key() })
      setSavedAt(Date.now())
      if (!company) onCreated(kept)
    } catch {
      // Said by `problem`; the form keeps what was typed.
      setSavedAt(null)
    }
  }
  return {
    save,
    busy: mutation.isPending,
    saved: savedAt !== null,
    problem: mutation.isError ? 'Failed to save company information. Please try again.' : null,
  }
}
