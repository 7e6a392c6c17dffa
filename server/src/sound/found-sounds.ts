import { STOCK_PAGE_MAX, type FoundSounds as FoundSoundsPage } from '@ninesixteen/shared/api/stock'
import { AppError, type ErrorCode } from '@ninesixteen/shared/errors'
import type { Credit } from '@ninesixteen/shared/stock/credit-schema'
import type { SoundServiceId } from '@ninesixteen/shared/stock/stock-services'
import type { Config } from '../config/config.ts'
import { openFound, sealFound } from '../photos/stock-photos.ts'
import type { CachedStockSearch } from '../photos/stock-search.ts'
import { createRemoteFiles, RemoteFileError, type RemoteFault } from '../providers/remote-file.ts'
import type { StockQuery } from '../providers/stock/stock-service.ts'
import type { SecretBox } from '../secrets/sealed.ts'

/** Ten minutes of MP3 in the best quality are 24 MB. */
const FILE = { bytesMax: 64 * 1024 * 1024, timeMs: 120_000 }
/** Sealed tokens are part of an upload's address. */
const TOKEN_MAX = 4000

const ERRORS: Record<RemoteFault, ErrorCode> = {
  'not-allowed': 'FOUND_SOUND_GONE',
  gone: 'FOUND_SOUND_GONE',
  'not-a-picture': 'SOUND_UNREADABLE',
  'too-large': 'SOUND_TOO_LARGE',
  redirected: 'FOUND_SOUND_FAILED',
  timeout: 'FOUND_SOUND_FAILED',
  unreachable: 'FOUND_SOUND_FAILED',
}

/** Music of stock services. The page decodes a file, so it passes through the server and none of it is stored. */
export interface FoundSounds {
  search(userId: string, service: SoundServiceId, query: StockQuery): Promise<FoundSoundsPage>
  /** The file of a result, from its host. Throws errors of the table; the stream fails when it is cut, too long or too slow. */
  open(userId: string, token: string, signal: AbortSignal): Promise<AsyncGenerator<Uint8Array, void>>
  /** The credit of a result. */
  credit(userId: string, token: string): Credit
  close(): Promise<void>
}

export interface FoundSoundsParts {
  config: Pick<Config, 'stock'>
  sealer: SecretBox
  stockSearch: CachedStockSearch
}

export function createFoundSounds({ config, sealer, stockSearch }: FoundSoundsParts): FoundSounds {
  const files = createRemoteFiles({ hosts: 'any', trusted: config.stock.openverse.trusted })
  return {
    async search(userId, service, query) {
      const page = await stockSearch.sounds(userId, service, query)
      const sounds = page.results
        .filter(({ fileUrl }) => files.isAllowed(fileUrl))
        .map(({ credit, seconds, fileUrl }) => ({ token: sealFound(sealer, userId, { credit, fileUrl }), credit, seconds }))
      return {
        sounds: sounds.filter(({ token }) => token.length <= TOKEN_MAX),
        next: page.hasMore && query.page < STOCK_PAGE_MAX ? query.page + 1 : null,
      }
    },
    async open(userId, token, signal) {
      const { fileUrl } = openFound(sealer, userId, { token, kind: 'sound' })
      try {
        return await files.openStream(fileUrl, { accept: 'audio/*', ...FILE, signal })
      } catch (error) {
        if (!(error instanceof RemoteFileError)) throw error
        throw new AppError(ERRORS[error.fault], { limit: `${FILE.bytesMax / 1024 / 1024} MB` }, { cause: error })
      }
    },
    credit: (userId, token) => openFound(sealer, userId, { token, kind: 'sound' }).credit,
    close: () => files.close(),
  }
}
