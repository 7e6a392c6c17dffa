import type { Company } from '@ninesixteen/shared/api/companies'
import type { BlogPhoto } from '@ninesixteen/shared/api/blogs'
import { useMutation } from '@tanstack/react-query'
import { toApiError } from '../../api/api-error.ts'
import { api } from '../../api/client.ts'
import { importPhoto } from '../../api/import-photo.ts'
import { notify } from '../../components/toast.tsx'
import { refreshLibrary } from './library-queries.ts'

interface Import {
  photo: BlogPhoto
  blog: string
  /** The companies linked to the blog, to which the photo is linked too. */
  companies: readonly Company[]
}

/** Imports the photo. Returns the name of an identical photo in the library, else null. `id` makes retries idempotent. */
async function addToLibrary({ photo, blog, companies }: Import, id: string): Promise<string | null> {
  const { media, duplicate } = await importPhoto({ purpose: 'media', id, link: photo.originalSize.url, filename: `${blog}.jpg` })
  if (!media) return null
  await linkTo(companies, media.id)
  void refreshLibrary()
  return duplicate ? media.filename : null
}

/** The photo is already imported, so a failed link doesn't fail the import. */
async function linkTo(companies: readonly Company[], photoId: string): Promise<void> {
  try {
    for (const company of companies) await api.media.link({ ids: [photoId], companyId: company.id })
  } catch (cause) {
    notify.error('Failed to link media to company', toApiError(cause).message)
  }
}

/** Copies a photo of a blog into the user's library. */
export function useImport(wanted: Import) {
  const adding = useMutation({
    mutationFn: (id: string) => addToLibrary(wanted, id),
    onSuccess: (there) => {
      if (there !== null) notify.info(`Already in your library as "${there}"`)
    },
    onError: (cause) => notify.error('Failed to save media item', toApiError(cause).message),
  })
  return { add: () => adding.mutate(crypto.randomUUID()), busy: adding.isPending, added: adding.isSuccess }
}
