import { accountContract } from './account.ts'
import { accountsContract } from './accounts.ts'
import { aiPhotosContract } from './ai-photos.ts'
import { apiKeysContract } from './api-keys.ts'
import { appRequestsContract } from './app-requests.ts'
import { approvalsContract } from './approvals.ts'
import { billingContract } from './billing.ts'
import { blogsContract } from './blogs.ts'
import { brandsContract } from './brands.ts'
import { fontsContract } from './fonts.ts'
import { calendarLinkContract } from './calendar-link.ts'
import { companiesContract } from './companies.ts'
import { contentPlanContract } from './content-plan.ts'
import { credentialsContract } from './credentials.ts'
import { customModesContract } from './custom-modes.ts'
import { manualPostingContract } from './manual-posting.ts'
import { ideasContract } from './ideas.ts'
import { filesContract, mediaContract } from './media.ts'
import { postingTimesContract } from './posting-times.ts'
import { notificationsContract } from './notifications.ts'
import { localModelsContract } from './local-models.ts'
import { invitationsContract, operatorContract } from './operator.ts'
import { recurrencesContract } from './recurrence.ts'
import { postsCsvContract } from './posts-csv.ts'
import { projectsContract } from './projects.ts'
import { runsContract } from './runs.ts'
import { savedStylesContract } from './saved-styles.ts'
import { scheduledPostsContract } from './scheduled-posts.ts'
import { securityContract } from './security.ts'
import { slideshowBatchesContract } from './slideshow-batches.ts'
import { slideshowTemplatesContract } from './slideshow-templates.ts'
import { stockContract } from './stock.ts'
import { soundsContract, tracksContract } from './tracks.ts'
import { translationsContract } from './translations.ts'
import { templatesContract } from './templates.ts'
import { webhooksContract } from './webhooks.ts'

/** Where the contract's routes are mounted. The specification's own paths (`/api/generate`, `/functions/...`) are outside of it. */
export const API_PREFIX = '/api/v1'

/** All request-response endpoints between page and server. */
export const contract = {
  account: accountContract,
  accounts: accountsContract,
  aiPhotos: aiPhotosContract,
  apiKeys: apiKeysContract,
  appRequests: appRequestsContract,
  approvals: approvalsContract,
  billing: billingContract,
  blogs: blogsContract,
  brands: brandsContract,
  fonts: fontsContract,
  calendarLink: calendarLinkContract,
  companies: companiesContract,
  contentPlan: contentPlanContract,
  credentials: credentialsContract,
  customModes: customModesContract,
  files: filesContract,
  manualPosting: manualPostingContract,
  ideas: ideasContract,
  invitations: invitationsContract,
  media: mediaContract,
  notifications: notificationsContract,
  operator: operatorContract,
  localModels: localModelsContract,
  postingTimes: postingTimesContract,
  postsCsv: postsCsvContract,
  projects: projectsContract,
  recurrences: recurrencesContract,
  runs: runsContract,
  savedStyles: savedStylesContract,
  scheduledPosts: scheduledPostsContract,
  security: securityContract,
  slideshowBatches: slideshowBatchesContract,
  slideshowTemplates: slideshowTemplatesContract,
  stock: stockContract,
  sounds: soundsContract,
  templates: templatesContract,
  tracks: tracksContract,
  translations: translationsContract,
  webhooks: webhooksContract,
}
export type Contract = typeof contract
