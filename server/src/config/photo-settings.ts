import { address, headerText } from './setting-schemas.ts'

/** Settings of services with free photos. */
export const PHOTO_SETTINGS = {
  OPENVERSE_URL: address(/^https?$/, 'https://api.openverse.org')
    .optional()
    .meta({
      description: 'Base URL of Openverse, whose photos users can search without a key.',
      fallback: 'https://api.openverse.org, or the sandbox while it stands in for the AI server',
      example: 'https://api.openverse.org',
    }),
  OPENVERSE_CLIENT_ID: headerText.optional().meta({
    description: 'Registered client at Openverse: allows 10,000 searches a day instead of 100, and 100 a minute instead of 5 an hour.',
  }),
  OPENVERSE_CLIENT_SECRET: headerText.optional().meta({ description: 'Secret of that client.' }),
  PEXELS_API_KEY: headerText.optional().meta({
    description: 'API key of Pexels, for all users. Without it, users can add their own.',
  }),
  PEXELS_URL: address(/^https?$/, 'https://api.pexels.com')
    .optional()
    .meta({ description: 'Base URL of Pexels.', fallback: 'https://api.pexels.com', example: 'https://api.pexels.com' }),
  PIXABAY_API_KEY: headerText.optional().meta({
    description: 'API key of Pixabay, for all users. Without it, users can add their own.',
  }),
  PIXABAY_URL: address(/^https?$/, 'https://pixabay.com')
    .optional()
    .meta({ description: 'Base URL of Pixabay.', fallback: 'https://pixabay.com', example: 'https://pixabay.com' }),
}
