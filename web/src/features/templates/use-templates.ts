import type { CaptionTemplate } from '@ninesixteen/shared/api/templates'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { toApiError } from '../../api/api-error.ts'
import { api, orpc } from '../../api/client.ts'
import { notify } from '../../components/toast.tsx'

/** Error codes whose message is displayed. */
const VALIDATION_CODES = [
  'TEMPLATE_NAME_REQUIRED',
  'TEMPLATE_TEXT_REQUIRED',
  'TEMPLATE_HASHTAGS_REQUIRED',
  'CAPTION_TOO_LONG',
  'DESCRIPTION_TOO_LONG',
]

export type TemplateTexts = Pick<CaptionTemplate, 'kind' | 'name' | 'caption' | 'description'>

export function saveProblem(error: unknown): string {
  const { code, message } = toApiError(error)
  return VALIDATION_CODES.includes(code) ? message : 'Failed to save template'
}

export function useTemplates() {
  return useQuery(orpc.templates.list.queryOptions())
}

/** Creates a template or, with an id, updates one. */
export function useSaveTemplate(onSaved: (template: CaptionTemplate) => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, kind, ...texts }: TemplateTexts & { id?: string }) =>
      id === undefined ? api.templates.create({ kind, ...texts }) : api.templates.update({ id, ...texts }),
    onSuccess: async (template) => {
      await client.invalidateQueries({ queryKey: orpc.templates.key() })
      onSaved(template)
    },
  })
}

export function useDeleteTemplate(onSettled: () => void) {
  const client = useQueryClient()
  return useMutation(
    orpc.templates.remove.mutationOptions({
      onSuccess: () => client.invalidateQueries({ queryKey: orpc.templates.key() }),
      onError: () => notify.error('Failed to delete template'),
      onSettled,
    }),
  )
}
