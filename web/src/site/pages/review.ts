import { ReviewPage } from '../../features/approval/review-page.tsx'
import type { SitePage } from '../site-page.ts'

/** Found by its link alone. */
export const page: SitePage = {
  path: '',
  title: 'Posts to approve',
  description: 'Posts that wait for your approval.',
  Page: ReviewPage,
  isBare: true,
  isPrivate: true,
}
