/** Every address of the product, named once. */
export const paths = {
  home: '/',
  pricing: '/pricing',
  auth: '/auth',
  authCallback: '/auth/callback',
  googleCallback: '/auth/google/callback',
  privacy: '/privacy',
  terms: '/terms',
  dataDeletion: '/data-deletion',
  studio: '/content_studio',
  library: '/photo_library',
  photos: '/photos',
  scheduler: '/post_scheduler',
  settings: '/settings',
  settingsGeneral: '/settings?tab=general',
  settingsAccounts: '/settings?tab=accounts',
} as const
