import type { Company } from '@ninesixteen/shared/api/companies'
import { useQuery } from '@tanstack/react-query'
import { create } from 'zustand'
import { orpc } from '../api/client.ts'
import { keep, readStored } from './browser-storage.ts'
import { useSignedIn } from './session.ts'

/** `none` means writing for no company; null that the user has not chosen. */
type Choice = string | 'none' | null

const useChoice = create<{ userId: string | null; choice: Choice }>(() => ({ userId: null, choice: null }))
const keyOf = (userId: string) => `ninesixteen.company.${userId}`

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
  const { id: userId } = useSignedIn()
  const list = useQuery(orpc.companies.list.queryOptions())
  const chosen = useChoice()
  const choice = chosen.userId === userId ? chosen.choice : readStored(keyOf(userId), String)
  const companies = list.data ?? []
  const current = choice === 'none' ? null : (companies.find((company) => company.id === choice) ?? companies[0] ?? null)
  return {
    companies,
    loading: list.isPending,
    failed: list.isError,
    loadAgain: () => void list.refetch(),
    current,
    choose(companyId) {
      const next = companyId ?? 'none'
      useChoice.setState({ userId, choice: next })
      keep(keyOf(userId), next)
    },
  }
}
