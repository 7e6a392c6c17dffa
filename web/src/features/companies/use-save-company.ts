import type { Company, CompanyInput } from '@ninesixteen/shared/api/companies'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { toApiError } from '../../api/api-error.ts'
import { api, orpc } from '../../api/client.ts'

/** The server's message for expected errors, else `fallback`. */
function reasonOf(cause: unknown, fallback: string): string {
  const error = toApiError(cause)
  return error.code === 'INTERNAL' ? fallback : error.message
}

/** Creates or updates a company, with an error message. */
export function useSaveCompany(company: Company | null, onSaved: (company: Company) => void) {
  const client = useQueryClient()
  const mutation = useMutation({
    mutationFn: (input: CompanyInput) => (company ? api.companies.update({ id: company.id, ...input }) : api.companies.create(input)),
  })
  async function save(input: CompanyInput, onStored: (input: CompanyInput) => void) {
    try {
      const stored = await mutation.mutateAsync(input)
      onStored(input)
      await client.invalidateQueries({ queryKey: orpc.companies.list.key() })
      onSaved(stored)
    } catch {
      // Shown by `problem`; the form keeps its input.
    }
  }
  return {
    save,
    busy: mutation.isPending,
    problem: mutation.isError
      ? {
          text: 'Failed to save company information. Please try again.',
          reason: reasonOf(mutation.error, company ? 'Failed to update company' : 'Failed to add company'),
        }
      : null,
  }
}
