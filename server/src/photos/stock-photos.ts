import { z } from 'zod'
import type { UploadedFile } from '@ninesixteen/shared/api/media'
import { STOCK_PAGE_MAX, type StockPhoto, type StockResults } from '@ninesixteen/shared/api/stock'
import { AppError } from '@ninesixteen/shared/errors'
import { creditSchema, type Credit } from '@ninesixteen/shared/stock/credit-schema'
import { STOCK_SERVICE_IDS, STOCK_SERVICES, type StockServiceId } from '@ninesixteen/shared/stock/stock-services'
import { parseJson } from '../providers/read-response.ts'
import type { FoundPhoto, PhotoQuery } from '../providers/stock/stock-service.ts'
import type { SecretBox } from '../secrets/sealed.ts'
import type { RemotePhotos } from './remote-photos.ts'
import type { CachedStockSearch } from './stock-search.ts'

export type StockOrder = PhotoQuery & { service: StockServiceId }

export interface StockPhotos {
  services(userId: string): Promise<{ id: StockServiceId; isReady: boolean }[]>
  search(userId: string, order: StockOrder): Promise<StockResults>
  /** Stores a result in the user's library. */
  importPhoto(userId: string, wanted: { token: string; mediaId: string; signal?: AbortSignal }): Promise<UploadedFile>
}

export interface StockPhotosParts {
  sealer: SecretBox
  stockSearch: CachedStockSearch
  remotePictures: Pick<RemotePhotos, 'link' | 'importFound'>
}

/** A result, in its token. */
interface FoundFile {
  credit: Credit
  fileUrl: string
}

const tokenSchema = z.object({ credit: creditSchema, fileUrl: z.string() })

/** Names a result to the user who searched, so that the server can trust what comes back. */
export function sealFound(sealer: SecretBox, userId: string, { credit, fileUrl }: FoundFile): string {
  return sealer.seal(JSON.stringify({ credit, fileUrl }), tokenOwner(userId, credit.kind))
}

/** Throws STOCK_TOKEN for a token of another user or another kind of file. */
export function openFound(sealer: SecretBox, userId: string, { token, kind }: { token: string; kind?: 'sound' }): FoundFile {
  const opened = tokenSchema.safeParse(parseJson(sealer.open(token, tokenOwner(userId, kind)) ?? ''))
  if (!opened.success) throw new AppError('STOCK_TOKEN')
  return opened.data
}

const tokenOwner = (userId: string, kind: 'sound' | 'photo' = 'photo') => ({ userId, purpose: `stock ${kind}` })

export function createStockPhotos({ sealer, stockSearch, remotePictures }: StockPhotosParts): StockPhotos {
  const shown = (userId: string, photo: FoundPhoto): StockPhoto[] => {
    const { credit, width, height } = photo
    const previewUrl = remotePictures.link(userId, photo.previewUrl)
    return previewUrl === null ? [] : [{ token: sealFound(sealer, userId, photo), credit, width, height, previewUrl }]
  }

  return {
    services: (userId) => Promise.all(STOCK_SERVICE_IDS.map(async (id) => ({ id, isReady: await stockSearch.isReady(userId, id) }))),
    async search(userId, { service, ...query }) {
      const page = await stockSearch.photos(userId, service, query)
      return {
        photos: page.results.flatMap((photo) => shown(userId, photo)),
        next: page.hasMore && query.page < STOCK_PAGE_MAX ? query.page + 1 : null,
      }
    },
    async importPhoto(userId, { token, mediaId, signal }) {
      const { credit, fileUrl } = openFound(sealer, userId, { token })
      const { sideMin } = STOCK_SERVICES[credit.service]
      return remotePictures.importFound(userId, fileUrl, { credit, sideMin, mediaId, ...(signal && { signal }) })
    },
  }
}
