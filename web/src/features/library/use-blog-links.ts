import type { BlogLink, Company } from '@ninesixteen/shared/api/companies'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { toApiError } from '../../api/api-error.ts'
import { api, orpc } from '../../api/client.ts'
import { notify } from '../../components/toast.tsx'

/** Links between blogs and companies. */
export function useBlogLinks(companies: readonly Company[]) {
  const client = useQueryClient()
  const query = orpc.companies.blogs.queryOptions()
  const links = useQuery(query).data ?? []
  const keep = (change: (before: BlogLink[]) => BlogLink[]) =>
    client.setQueryData<BlogLink[]>(query.queryKey, (before) => change(before ?? []))
  const isPair = (a: BlogLink, b: BlogLink) => a.companyId === b.companyId && a.blogName === b.blogName
  const link = useMutation({
    mutationFn: (pair: BlogLink) => api.companies.linkBlog(pair),
    onSuccess: (_answer, pair) => keep((before) => [...before.filter((one) => !isPair(one, pair)), pair]),
    onError: (cause) => notify.error('Failed to link blog to company. Please try again.', toApiError(cause).message),
  })
  const unlink = useMutation({
    mutationFn: (pair: BlogLink) => api.companies.unlinkBlog(pair),
    onSuccess: (_answer, pair) => keep((before) => before.filter((one) => !isPair(one, pair))),
    onError: (cause) => notify.error('Failed to unlink blog from company. Please try again.', toApiError(cause).message),
  })
  return {
    /** The companies linked to a blog, in their usual order. */
    companiesOf: (blogName: string) => companies.filter((company) => links.some((one) => isPair(one, { companyId: company.id, blogName }))),
    link,
    unlink,
  }
}
