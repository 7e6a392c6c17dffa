import type { Company } from '@ninesixteen/shared/api/companies'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { notify } from '../../components/toast.tsx'
import { refreshLibrary } from './library-queries.ts'
import { reason } from './failure-reason.ts'
import { batchesOf } from './photo-ids.ts'
import type { DialogPhotos } from './use-photo-dialogs.ts'
import { SUMMARIES } from './use-summary.ts'

interface Linking {
  ids: readonly string[]
  company: Company
}

interface Tagging {
  ids: readonly string[]
  add?: string[]
  remove?: string[]
}

/** Sends one request per batch, in sequence. Each request is atomic. */
async function inBatches(ids: readonly string[], call: (ids: string[]) => Promise<unknown>): Promise<void> {
  for (const some of batchesOf(ids)) await call(some)
}

/** Adds and removes tags. */
export function useTagging() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ ids, ...tags }: Tagging) => inBatches(ids, (some) => api.media.tag({ ids: some, ...tags })),
    onSettled: () => Promise.all([client.invalidateQueries({ queryKey: SUMMARIES }), refreshLibrary()]),
  })
}

/** Links, unlinks and deletes, with the specified error texts. Always reloads the library, because some batches may have succeeded. */
export function usePhotoCalls() {
  const link = useMutation({
    mutationFn: ({ ids, company }: Linking) => inBatches(ids, (some) => api.media.link({ ids: some, companyId: company.id })),
    onSettled: refreshLibrary,
    onError: (error, { ids }) =>
      notify.error(
        ids.length === 1
          ? 'Failed to link photo to company. Please try again.'
          : 'Failed to link some photos to company. Please try again.',
        reason(error),
      ),
  })
  const unlink = useMutation({
    mutationFn: ({ ids, company }: Linking) => inBatches(ids, (some) => api.media.unlink({ ids: some, companyId: company.id })),
    onSettled: refreshLibrary,
    onError: (error) => notify.error('Failed to unlink photo from company. Please try again.', reason(error, 'The photo is still linked.')),
  })
  const remove = useMutation({
    mutationFn: ({ ids }: DialogPhotos) => inBatches(ids, (some) => api.media.remove({ ids: some })),
    onSettled: refreshLibrary,
    onError: (error, { photo }) =>
      notify.error(
        photo === null ? 'Failed to delete some photos. Please try again.' : `Failed to delete "${photo.filename}". Please try again.`,
        photo === null ? reason(error, 'Failed to delete media item') : reason(error),
      ),
  })
  return { link, unlink, remove }
}
