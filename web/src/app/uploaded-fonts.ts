import type { UploadedFont } from '@ninesixteen/shared/api/fonts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { toApiError } from '../api/api-error.ts'
import { orpc } from '../api/client.ts'
import { newUuid } from '../api/new-id.ts'
import { uploadFont } from '../api/upload-file.ts'
import { notify } from '../components/toast.tsx'

const NONE: readonly UploadedFont[] = []

/** `accept` of font inputs. */
export const FONT_FILES = '.ttf,.otf,.woff2,font/ttf,font/otf,font/woff2'

/** The user's uploaded fonts, the oldest first; none while they load or where they can't be read. */
export function useUploadedFonts(): readonly UploadedFont[] {
  return useQuery(orpc.fonts.list.queryOptions()).data ?? NONE
}

export interface FontUpload {
  files: readonly File[]
  /** The font that gets the files as styles; a new one without it. */
  id?: string
  companyId?: string | null
  onProgress(share: number): void
}

/** Uploads the files of one font, one after the other. Its error names the file if there are several. */
export function useUploadFont(onDone: (font: UploadedFont) => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ files, id = newUuid(), companyId, onProgress }: FontUpload) => {
      let font: UploadedFont | null = null
      for (const [index, file] of files.entries()) {
        const progress = (share: number): void => onProgress((index + share) / files.length)
        try {
          font = await uploadFont(file, { id, companyId: companyId ?? null, onProgress: progress })
        } catch (thrown) {
          const error = toApiError(thrown)
          throw files.length > 1 ? new Error(`${file.name}: ${error.message}`, { cause: thrown }) : error
        }
      }
      return font
    },
    onSuccess: (font) => font && onDone(font),
    onSettled: () => client.invalidateQueries({ queryKey: orpc.fonts.key() }),
  })
}

export function useRenameFont() {
  const client = useQueryClient()
  return useMutation(
    orpc.fonts.rename.mutationOptions({
      onError: () => notify.error('Failed to rename the font. Please try again.'),
      onSettled: () => client.invalidateQueries({ queryKey: orpc.fonts.key() }),
    }),
  )
}

export function useDeleteFont() {
  const client = useQueryClient()
  return useMutation(
    orpc.fonts.remove.mutationOptions({
      onError: () => notify.error('Failed to delete the font. Please try again.'),
      onSettled: () => client.invalidateQueries({ queryKey: orpc.fonts.key() }),
    }),
  )
}
