import type { Brand } from '@ninesixteen/shared/brand/model'
import { useQuery } from '@tanstack/react-query'
import { orpc } from '../../../api/client.ts'
import { useCurrentCompany } from '../../../app/current-company.ts'
import { useEditorSession } from '../document/session-context.ts'

/** A brand with the logo of its company. */
export type CompanyBrand = Brand & { logoPath: string | null }

/** The brand of the slideshow's company or, without one, of the user's current company; null if it has none. */
export function useCompanyBrand(): CompanyBrand | null {
  const { project } = useEditorSession()
  const { companies, current } = useCurrentCompany()
  const company = project.companyId === null ? current : companies.find(({ id }) => id === project.companyId)
  const query = orpc.brands.read.queryOptions({ input: { companyId: company?.id ?? '' } })
  const { data } = useQuery({ ...query, enabled: Boolean(company) })
  return company && data && data.version > 0 ? { ...data.brand, logoPath: company.logoPath } : null
}
