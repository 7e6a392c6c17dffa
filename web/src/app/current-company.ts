import type { Company } from '@ninesixteen/shared/api/companies'
import { useQuery } from '@tanstack/react-query'
import { orpc } from '../api/client.ts'
import { createUserChoice } from './user-choice.ts'

/** `none` means writing for no company; null that the user has not chosen. */
type Choice = string | 'none' | null

const companyChoice = createUserChoice<Choice>('company', { initial: null, parse: String })

export interface CurrentCompany {
  companies: Company[]
  loading: boolean
  failed: boolean
  loadAgain(): void
  current: Company | null
  choose(companyId: string | null): void
}

/** The company chosen last in this browser, else the user's first. */
export function useCurrentCompany(): CurrentCompany {
  const list = useQuery(orpc.companies.list.queryOptions())
  const choice = companyChoice.use()
  const companies = list.data ?? []
  const current = choice === 'none' ? null : (companies.find((company) => company.id === choice) ?? companies[0] ?? null)
  return {
    companies,
    loading: list.isPending,
    failed: list.isError,
    loadAgain: () => void list.refetch(),
    current,
    choose: (companyId) => companyChoice.choose(companyId ?? 'none'),
  }
}
