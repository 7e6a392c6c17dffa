import type { Company } from '@ninesixteen/shared/api/companies'
import type { LibraryPhoto } from '@ninesixteen/shared/api/media'
import { useMutation } from '@tanstack/react-query'
import { toApiError } from '../../api/api-error.ts'
import { api } from '../../api/client.ts'
import { notify } from '../../components/toast.tsx'
import { libraryCache } from './use-library.ts'

/** The server's own words where it has some, else what could not be done. */
function reason(cause: unknown, fallback: string): string {
  const error = toApiError(cause)
  return error.code === 'INTERNAL' ? fallback : error.message
}

const idsOf = (photos: readonly LibraryPhoto[]) => photos.map((photo) => photo.id)

interface Linking {
  photos: readonly LibraryPhoto[]
  company: Company
}

interface Removal {
  photos: readonly LibraryPhoto[]
  /** Chosen together, not by one photo's own button. */
  bulk: boolean
}

/** Link, unlink and delete, with the specified sentences when they fail. */
export function usePhotoCalls() {
  const link = useMutation({
    mutationFn: ({ photos, company }: Linking) => api.media.link({ ids: idsOf(photos), companyId: company.id }),
    onSuccess: (_answer, { photos, company }) => libraryCache.linked(idsOf(photos), company.id),
    onError: (cause, { photos }) =>
      notify.error(
        photos.length === 1
          ? 'Failed to link photo to company. Please try again.'
          : 'Failed to link some photos to company. Please try again.',
        reason(cause, 'Failed to link media to company'),
      ),
  })
  const unlink = useMutation({
    mutationFn: ({ photos, company }: Linking) => api.media.unlink({ ids: idsOf(photos), companyId: company.id }),
    onSuccess: (_answer, { photos, company }) => libraryCache.unlinked(idsOf(photos), company.id),
    onError: (cause) =>
      notify.error('Failed to unlink photo from company. Please try again.', reason(cause, 'The photo still belongs to it.')),
  })
  const remove = useMutation({
    mutationFn: ({ photos }: Removal) => api.media.remove({ ids: idsOf(photos) }),
    onSuccess: (_answer, { photos }) => libraryCache.removed(idsOf(photos)),
    onError: (cause, { photos, bulk }) =>
      notify.error(
        bulk ? 'Failed to delete some photos. Please try again.' : `Failed to delete "${photos[0]?.filename}". Please try again.`,
        reason(cause, 'Failed to delete media item'),
      ),
  })
  return { link, unlink, remove }
}
