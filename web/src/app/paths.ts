import { HAND_OVER_PAGES } from '@ninesixteen/shared/api/limits'

/** Every address of the product, named once. */
export const paths = {
  home: '/',
  pricing: '/pricing',
  /** The first slides of a stranger: with the topic after `?topic=`, or with what was made of it after `?project=`. */
  try: '/try',
  auth: '/auth',
  authCallback: '/auth/callback',
  /** A forgotten password: the mail, and the form that its link opens. */
  recover: '/auth/recover',
  /** Where the mails about a change of address lead. */
  emailChange: '/auth/email',
  googleCallback: '/auth/google/callback',
  privacy: '/privacy',
  terms: '/terms',
  dataDeletion: '/data-deletion',
  studio: '/content_studio',
  library: '/photo_library',
  photos: '/photos',
  scheduler: '/post_scheduler',
  /** Followed by a token; for whoever has it. */
  handOver: HAND_OVER_PAGES,
  tiktokLogin: '/tiktok_login',
  tiktokLoginForced: '/tiktok_login?force_new=true',
  tiktokCallback: '/tiktok_callback',
  tumblrCallback: '/tumblr_callback',
  /** The account of whoever has no plan. */
  account: '/account',
  /** Of whoever runs the instance. */
  operator: '/operator',
  settings: '/settings',
  settingsGeneral: '/settings?tab=general',
  settingsAccounts: '/settings?tab=accounts',
  settingsAccount: '/settings?tab=account',
} as const
