import { z } from 'zod'
import { address, headerText, wholeNumber } from './setting-schemas.ts'

/** Settings of services with free photos, and of the images API. */
export const PHOTO_SETTINGS = {
  IMAGES_BASE_URL: address(/^https?$/, 'https://api.openai.com/v1')
    .optional()
    .meta({
      description: 'Base URL, with /v1, of an OpenAI-compatible images API that makes photos, such as LocalAI or stable-diffusion.cpp.',
      fallback: 'https://api.openai.com/v1 if IMAGES_API_KEY is set, else no AI photos',
      example: 'http://localhost:8080/v1',
    }),
  IMAGES_API_KEY: headerText.optional().meta({ description: 'API key of that server.' }),
  IMAGES_MODEL: z.string().min(1).default('gpt-image-1').meta({ description: 'Model that makes photos.' }),
  IMAGES_DAILY: wholeNumber(1, 10_000).default(20).meta({ description: 'AI photos per user and day (UTC).' }),
  IMAGES_SECONDS: wholeNumber(10, 3600).default(300).meta({
    description: 'Timeout for one AI photo, in seconds. Raise it for a server without a graphics card.',
  }),
  OPENVERSE_URL: address(/^https?$/, 'https://api.openverse.org')
    .optional()
    .meta({
      description: 'Base URL of Openverse, whose photos and music users can search without a key.',
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
