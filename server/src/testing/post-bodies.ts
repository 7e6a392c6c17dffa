import { randomUUID } from 'node:crypto'
import type { Project } from '@ninesixteen/shared/api/projects'
import type { PostProblem, ScheduledPost } from '@ninesixteen/shared/api/scheduled-posts'
import type { PlatformId } from '@ninesixteen/shared/platforms'

/** Required options of each platform. */
export const REQUIRED_OPTIONS: Record<PlatformId, Record<string, unknown>> = {
  tiktok: { platform: 'tiktok', audience: 'SELF_ONLY', musicConsent: true },
  tumblr: { platform: 'tumblr', blog: 'moss' },
  instagram: { platform: 'instagram', format: '4:5' },
  threads: { platform: 'threads' },
}

export const HOUR_MS = 3_600_000
export const inHours = (hours: number): string => new Date(Date.now() + hours * HOUR_MS).toISOString()

export interface CreatedPosts {
  posts: ScheduledPost[]
  problems: PostProblem[]
}

export const targetOf = (platform: PlatformId, accountId: string, options: Record<string, unknown> = {}) => ({
  platform,
  accountId,
  options: { ...REQUIRED_OPTIONS[platform], ...options },
})

/** Request body to schedule the slides of a project. */
export function postRequest(project: Pick<Project, 'id' | 'version'>, overrides: Record<string, unknown> = {}) {
  return {
    requestId: randomUUID(),
    projectId: project.id,
    projectVersion: project.version,
    scheduledTime: inHours(24),
    timeZone: 'Europe/Berlin',
    caption: 'a caption',
    description: 'a description',
    ...overrides,
  }
}
