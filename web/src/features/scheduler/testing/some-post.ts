import type { ScheduledPost } from '@ninesixteen/shared/api/scheduled-posts'
import { PLATFORM_IDS } from '@ninesixteen/shared/platforms'

let count = 0

/** A pending post with a time, overridden by the test. */
export function somePost(overrides: Partial<ScheduledPost> = {}): ScheduledPost {
  count += 1
  return {
    id: `00000000-0000-4000-8000-${String(count).padStart(12, '0')}`,
    projectId: null,
    projectTitle: 'calm mornings',
    contentStyle: 'educational',
    isOutdated: false,
    companyId: null,
    companyLogoUrl: null,
    platform: PLATFORM_IDS[0] as ScheduledPost['platform'],
    accountId: 'someone',
    account: null,
    kind: 'slides',
    scheduledTime: '2026-11-24T09:05:00.000Z',
    timeZone: 'UTC',
    caption: '',
    description: '',
    options: null,
    status: 'pending',
    delivery: 'waiting',
    detail: null,
    publishedAt: null,
    errorMessage: null,
    fixHref: null,
    remoteUrl: null,
    thumbnailUrl: null,
    pictures: 3,
    repeatId: null,
    groupId: null,
    approval: { state: 'draft', isRequired: false, isWithdrawn: false, decidedBy: null, decidedAt: null, comments: 0 },
    createdAt: '2026-11-01T00:00:00.000Z',
    updatedAt: '2026-11-01T00:00:00.000Z',
    ...overrides,
  }
}
