import { AppError, type ErrorCode } from '@ninesixteen/shared/errors'
import type { Config } from '../config/config.ts'
import type { OpenFetch } from '../providers/http.ts'
import { createImages, type Images, type ImagesLog } from '../providers/openai/images.ts'
import type { Credentials } from './credentials.ts'
import { createOwnProvider } from './own-provider.ts'

/** A user's images API: the instance's, or their own with their own key. */
export interface UserImages {
  images: Images
  /** Whether the user pays for requests. */
  isOwnServer: boolean
  /** Photos a day; null for users who pay. */
  daily: number | null
}

/** Null if neither the instance nor the user has one. */
export type ImagesForUser = (userId: string) => Promise<UserImages | null>

export const OWN_IMAGES = { key: 'images.key', baseUrl: 'images.base_url', model: 'images.model' } as const

/** Limit of answers from users' servers: twice a large image in base64. */
const BYTES_MAX = 16 * 1024 * 1024

interface OwnImagesParts {
  config: Pick<Config, 'images' | 'imageDefaults' | 'userBaseUrls'>
  /** The instance's; null without. */
  images: Images | null
  credentials: Credentials
  log: ImagesLog
  /** Connects only to public addresses. */
  openPublic: OpenFetch
}

/** The images API by user. Model and daily photos of the instance apply at its server, and neither at a server of the user. */
export function createImagesForUser({ config, images, credentials, log, openPublic }: OwnImagesParts): ImagesForUser {
  const instance = config.images?.baseUrl ?? null
  const ownOf = createOwnProvider({
    credentials,
    names: OWN_IMAGES,
    urls: { instance, userBaseUrls: config.userBaseUrls },
    create: ({ isPublicOnly, ...given }) => {
      const settings = { ...given, model: given.model ?? config.imageDefaults.model, timeoutMs: config.imageDefaults.timeoutMs }
      return withOwnErrors(createImages(settings, { log, limits: { bytes: BYTES_MAX }, ...(isPublicOnly && { open: openPublic }) }))
    },
  })

  return async (userId) => {
    const own = await ownOf(userId)
    const daily = config.images?.daily ?? null
    if (own === null) return images && { images, isOwnServer: false, daily }
    const { client, isOwnServer } = own
    return { images: client, isOwnServer, daily: isOwnServer ? null : daily }
  }
}

/** The user can fix these, not the operator. */
const OWN_ERRORS: Partial<Record<ErrorCode, ErrorCode>> = {
  IMAGES_KEY_REFUSED: 'IMAGES_OWN_KEY_REFUSED',
  IMAGES_UNSUPPORTED: 'IMAGES_OWN_UNSUPPORTED',
}

function withOwnErrors(images: Images): Images {
  const explained = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work
    } catch (error) {
      const code = error instanceof AppError ? OWN_ERRORS[error.code] : undefined
      throw code === undefined ? error : new AppError(code, {}, { cause: error })
    }
  }
  return {
    model: images.model,
    make: (request, signal) => explained(images.make(request, signal)),
    models: (signal) => explained(images.models(signal)),
    close: () => images.close(),
  }
}
