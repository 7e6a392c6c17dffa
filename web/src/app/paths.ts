import { MANUAL_POSTING_PAGES } from '@ninesixteen/shared/api/limits'
import { CONNECT_APP_PAGE } from '@ninesixteen/shared/public-api/limits'

/** Every path of the product. */
export const paths = {
  home: '/',
  pricing: '/pricing',
  /** The trial. `?topic=` starts a slideshow, `?project=` shows one. */
  try: '/try',
  auth: '/auth',
  authCallback: '/auth/callback',
  /** A forgotten password: requests the mail, and sets a new one by its link. */
  recover: '/auth/recover',
  /** Target of the links in mails about an address change. */
  emailChange: '/auth/email',
  googleCallback: '/auth/google/callback',
  /** `?request=` or `?user_code=` names an app that asks to act for the user. */
  connectApp: CONNECT_APP_PAGE,
  privacy: '/privacy',
  terms: '/terms',
  dataDeletion: '/data-deletion',
  apiReference: '/api-reference',
  studio: '/content_studio',
  library: '/photo_library',
  photos: '/photos',
  scheduler: '/post_scheduler',
  /** `?company=` names the company of the plan. */
  contentPlan: '/content_plan',
  /** Followed by a token, which is the permission. */
  manualPosting: MANUAL_POSTING_PAGES,
  tiktokLogin: '/tiktok_login',
  tiktokLoginForced: '/tiktok_login?force_new=true',
  tiktokCallback: '/tiktok_callback',
  tumblrCallback: '/tumblr_callback',
  instagramCallback: '/instagram_callback',
  threadsCallback: '/threads_callback',
  /** The account page of users without a plan. */
  account: '/account',
  operator: '/operator',
  settings: '/settings',
  settingsGeneral: '/settings?tab=general',
  settingsAccounts: '/settings?tab=accounts',
  settingsAccount: '/settings?tab=account',
} as const
