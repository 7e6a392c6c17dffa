import type { Company } from '@ninesixteen/shared/api/companies'
import type { Brand } from '@ninesixteen/shared/brand/model'
import { useQuery } from '@tanstack/react-query'
import { orpc } from '../../../api/client.ts'
import { useCurrentCompany } from '../../../app/current-company.ts'
import { useStatus } from '../document/session-context.ts'

/** A brand with the logo of its company. */
export type CompanyBrand = Brand & { logoPath: string | null }

export interface SlideshowBrand {
  /** The slideshow's company or, without one, the user's current company. */
  company: Company | null
  /** Null while it loads, and for a company without one. */
  brand: CompanyBrand | null
  isLoading: boolean
}

/** The brand that the open slideshow can get. */
export function useCompanyBrand(): SlideshowBrand {
  const companyId = useStatus((status) => status.companyId)
  const { companies, current } = useCurrentCompany()
  // A slideshow of no company still offers a brand, of the company that the form has or else of the first.
  const company = companyId === null ? (current ?? companies[0] ?? null) : (companies.find(({ id }) => id === companyId) ?? null)
  const query = orpc.brands.read.queryOptions({ input: { companyId: company?.id ?? '' } })
  const { data, isLoading } = useQuery({ ...query, enabled: company !== null })
  const brand = company && data && data.version > 0 ? { ...data.brand, logoPath: company.logoPath } : null
  return { company, brand, isLoading }
}
