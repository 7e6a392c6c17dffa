import type { ApprovalState, PostApproval } from '@ninesixteen/shared/api/approvals'
import { CONTENT_STYLES } from '@ninesixteen/shared/content-types/ids'
import { scheduledPostSchema, type ScheduledPost } from '@ninesixteen/shared/api/scheduled-posts'
import { UNSENT, type Delivery, type PostKind, type PostStatus } from '@ninesixteen/shared/publishing/delivery'
import { postOptionsSchema } from '@ninesixteen/shared/publishing/platforms'
import type { PlatformId } from '@ninesixteen/shared/platforms'
import { createUrlSigner } from '../photos/signed-url.ts'
import type { PostServices } from './post-services.ts'
import { APPROVAL_DETAIL } from './waiting-details.ts'

/** A post with its project, company and account, as one statement reads it. */
export interface ShownPost {
  id: string
  projectId: string | null
  projectTitle: string | null
  contentStyle: string | null
  newestVersion: number | null
  slideCount: number | null
  isOutdated: boolean
  companyId: string | null
  logoPath: string | null
  platform: PlatformId
  accountId: string
  accountRowId: string | null
  username: string | null
  accountState: 'active' | 'reconnect' | null
  kind: PostKind
  scheduledTime: Date | null
  timeZone: string
  caption: string
  description: string
  options: unknown
  status: PostStatus
  delivery: Delivery
  detail: string | null
  publishedAt: Date | null
  errorMessage: string | null
  fixHref: string | null
  remoteUrl: string | null
  repeatId: string | null
  groupId: string | null
  needsApproval: boolean
  approvalState: ApprovalState
  isWithdrawn: boolean | null
  decidedBy: string | null
  decidedAt: Date | null
  comments: number
  createdAt: Date
  updatedAt: Date
  pictures: number
  firstPath: string | null
}

/** Presents the posts of one list, and signs each shared path once. */
export function createPresenter({ config, renderer }: Pick<PostServices, 'config' | 'renderer'>): (row: ShownPost) => ScheduledPost {
  const signer = createUrlSigner(config)
  const signed = new Map<string, string>()
  const urlOf = (path: string): string => {
    const cached = signed.get(path) ?? signer.sign(path)
    signed.set(path, cached)
    return cached
  }
  /** Posts that ended long ago have no files; the slideshow's cover replaces them. */
  const thumbnailOf = ({ firstPath, projectId, newestVersion, slideCount, status }: ShownPost): string | null => {
    if (firstPath !== null) return urlOf(`/files/thumbnail/${firstPath}`)
    const hasCover = renderer !== null && status !== 'pending' && projectId !== null && (slideCount ?? 0) > 0
    return hasCover ? urlOf(`/files/covers/${projectId}/${newestVersion}`) : null
  }

  return (row) => {
    const options = postOptionsSchema.safeParse(row.options)
    return scheduledPostSchema.parse({
      ...row,
      contentStyle: CONTENT_STYLES.find((style) => style === row.contentStyle) ?? null,
      companyLogoUrl: row.logoPath === null ? null : urlOf(`/files/thumbnail/${row.logoPath}`),
      account: accountOf(row),
      scheduledTime: row.scheduledTime?.toISOString() ?? null,
      options: options.success ? options.data : null,
      detail: row.detail ?? (isAwaitingApproval(row) ? APPROVAL_DETAIL : null),
      approval: approvalOf(row),
      publishedAt: row.publishedAt?.toISOString() ?? null,
      thumbnailUrl: thumbnailOf(row),
      createdAt: row.createdAt.toISOString(),
      updatedAt: row.updatedAt.toISOString(),
    })
  }
}

function isAwaitingApproval({ delivery, needsApproval, approvalState }: ShownPost): boolean {
  return UNSENT.includes(delivery) && needsApproval && approvalState !== 'approved'
}

function approvalOf({ approvalState, needsApproval, isWithdrawn, decidedBy, decidedAt, comments }: ShownPost): PostApproval {
  const decided = decidedAt?.toISOString() ?? null
  return { state: approvalState, isRequired: needsApproval, isWithdrawn: isWithdrawn ?? false, decidedBy, decidedAt: decided, comments }
}

function accountOf({ accountRowId, username, accountState }: ShownPost): ScheduledPost['account'] {
  return accountRowId === null || username === null ? null : { id: accountRowId, username, state: accountState ?? 'reconnect' }
}
