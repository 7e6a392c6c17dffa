import type { PlatformId } from '@ninesixteen/shared/platforms'
import { RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { useCurrentCompany } from '../../app/current-company.ts'
import { connectPath } from '../../app/connect-return.ts'
import { Button, ButtonLink } from '../../components/button.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { Notice } from '../../components/notice.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { BlogSection } from './blog-section.tsx'
import styles from './blogs-tab.module.css'
import { CompanyDialog } from './company-dialog.tsx'
import { photoCount } from './sections.ts'
import { useBlogPhotos } from './use-blog-photos.ts'
import type { BlogLink, Company } from '@ninesixteen/shared/api/companies'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { toApiError } from '../../api/api-error.ts'
import { api, orpc } from '../../api/client.ts'
import { notify } from '../../components/toast.tsx'

export interface BlogsTabProps {
  platform: { id: PlatformId; label: string }
}

type BlogPhotos = ReturnType<typeof useBlogPhotos>

function Loading() {
  return (
    <div role="status">
      <p className={styles.status}>Loading photos from your followed blogs...</p>
      <div className={styles.skeletons} aria-hidden="true">
        {Array.from({ length: 10 }, (_, index) => (
          <Skeleton key={index} aspectRatio="1" radius="10px" />
        ))}
      </div>
    </div>
  )
}

function NoBlogs({ label, photos }: { label: string; photos: BlogPhotos }) {
  const { connected, failed, reconnect, refreshing, refresh } = photos
  const settings = (
    <ButtonLink to={connectPath()} variant="primary">
      Open Settings
    </ButtonLink>
  )
  const again = (
    <Button icon={<RefreshCw />} busy={refreshing} onClick={refresh}>
      Refresh
    </Button>
  )
  const [advice, action] = reconnect
    ? [`Reconnect ${label} to see photos of the blogs you follow.`, null]
    : failed
      ? [noAnswer(label), again]
      : connected
        ? [`Follow some blogs on ${label}, then refresh.`, again]
        : [`Connect your ${label} account in Settings to see photos of the blogs you follow.`, settings]
  return (
    <EmptyState title="No followed blogs found" ghost="pictures" action={action}>
      {advice}
    </EmptyState>
  )
}

function NoPhotos({ label, photos }: { label: string; photos: BlogPhotos }) {
  return (
    <EmptyState
      title="No photos found"
      ghost="pictures"
      action={
        <Button icon={<RefreshCw />} busy={photos.refreshing} onClick={photos.refresh}>
          Refresh Photos
        </Button>
      }
    >
      {photos.failed ? noAnswer(label) : 'The blogs you follow haven’t posted photos recently.'}
    </EmptyState>
  )
}

function noAnswer(label: string): string {
  return `${label} is not responding right now. Try again in a few minutes.`
}

function Groups({ photos }: { photos: BlogPhotos }) {
  const { groups, loading, refreshing, refresh } = photos
  const { companies } = useCurrentCompany()
  const { companiesOf, link, unlink } = useBlogLinks(companies)
  const [openBlog, setOpenBlog] = useState<string | null>(null)
  const total = groups.reduce((sum, group) => sum + group.photos.length, 0)
  return (
    <>
      <div className={styles.bar}>
        <p className={styles.status} role="status">
          {loading
            ? 'Loading photos from your followed blogs...'
            : `${photoCount(total)} from ${groups.length} ${groups.length === 1 ? 'blog' : 'blogs'}`}
        </p>
        <Button size="small" icon={<RefreshCw />} busy={refreshing} onClick={refresh}>
          Refresh
        </Button>
      </div>
      {groups.map((group) => (
        <BlogSection
          key={group.name}
          group={group}
          linked={companiesOf(group.name)}
          onLink={() => setOpenBlog(group.name)}
          onUnlink={(company) => unlink.mutate({ companyId: company.id, blogName: group.name })}
        />
      ))}
      <CompanyDialog
        open={openBlog !== null}
        onOpenChange={(open) => !open && setOpenBlog(null)}
        title="Add Blog to Company"
        companies={companies}
        linked={new Set(openBlog === null ? [] : companiesOf(openBlog).map((company) => company.id))}
        busy={link.isPending}
        onChoose={(company) =>
          openBlog !== null && link.mutate({ companyId: company.id, blogName: openBlog }, { onSettled: () => setOpenBlog(null) })
        }
      />
    </>
  )
}

/** Photos of the blogs that the connected account follows. Each blog can be linked to companies. */
export function BlogsTab({ platform }: BlogsTabProps) {
  const photos = useBlogPhotos(platform.id)
  const { loading, reconnect, hasBlogs, groups } = photos
  return (
    <div className={styles.tab}>
      {reconnect && (
        <Notice
          kind="warn"
          action={
            <ButtonLink to={connectPath()} size="small">
              Open Settings
            </ButtonLink>
          }
        >
          {platform.label} no longer accepts the connection. Reconnect it in Settings to see new photos.
        </Notice>
      )}
      {loading && groups.length === 0 && <Loading />}
      {!loading && !hasBlogs && <NoBlogs label={platform.label} photos={photos} />}
      {!loading && hasBlogs && groups.length === 0 && <NoPhotos label={platform.label} photos={photos} />}
      {groups.length > 0 && <Groups photos={photos} />}
    </div>
  )
}

/** Links between blogs and companies. */
function useBlogLinks(companies: readonly Company[]) {
  const client = useQueryClient()
  const query = orpc.companies.blogs.queryOptions()
  const links = useQuery(query).data ?? []
  const keep = (change: (before: BlogLink[]) => BlogLink[]) =>
    client.setQueryData<BlogLink[]>(query.queryKey, (before) => change(before ?? []))
  const isPair = (a: BlogLink, b: BlogLink) => a.companyId === b.companyId && a.blogName === b.blogName
  const link = useMutation({
    mutationFn: (pair: BlogLink) => api.companies.linkBlog(pair),
    onSuccess: (_answer, pair) => keep((before) => [...before.filter((one) => !isPair(one, pair)), pair]),
    onError: (error) => notify.error('Failed to link blog to company. Please try again.', toApiError(error).message),
  })
  const unlink = useMutation({
    mutationFn: (pair: BlogLink) => api.companies.unlinkBlog(pair),
    onSuccess: (_answer, pair) => keep((before) => before.filter((one) => !isPair(one, pair))),
    onError: (error) => notify.error('Failed to unlink blog from company. Please try again.', toApiError(error).message),
  })
  return {
    /** The companies linked to a blog, in their usual order. */
    companiesOf: (blogName: string) => companies.filter((company) => links.some((one) => isPair(one, { companyId: company.id, blogName }))),
    link,
    unlink,
  }
}
