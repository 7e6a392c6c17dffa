import type { Idea } from '@ninesixteen/shared/api/ideas'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { toApiError } from '../../api/api-error.ts'
import { orpc } from '../../api/client.ts'
import { ConfirmDialog } from '../../components/dialog.tsx'
import { notify } from '../../components/toast.tsx'
import { useCurrentCompany } from '../../app/current-company.ts'

export interface DeleteIdeaDialogProps {
  open: boolean
  /** Null while closed. */
  idea: Idea | null
  onClose(): void
}

/** Confirms deleting an idea. */
export function DeleteIdeaDialog({ open, idea, onClose }: DeleteIdeaDialogProps) {
  const client = useQueryClient()
  const remove = useMutation(
    orpc.ideas.remove.mutationOptions({
      onSuccess: () => client.invalidateQueries({ queryKey: orpc.ideas.key() }),
      onError: (error) => notify.error('Failed to delete the idea. Please try again.', toApiError(error).message),
      onSettled: onClose,
    }),
  )
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Delete idea"
      confirmLabel="Delete"
      busyLabel="Deleting..."
      busy={remove.isPending}
      onConfirm={() => idea && remove.mutate({ id: idea.id })}
    >
      Are you sure you want to delete "{idea?.title}"? This action cannot be undone.
    </ConfirmDialog>
  )
}

function useClearIdeas() {
  const client = useQueryClient()
  return useMutation(
    orpc.ideas.clear.mutationOptions({
      onSuccess: () => client.invalidateQueries({ queryKey: orpc.ideas.key() }),
      onError: () => notify.error('Failed to clear ideas. Please try again.'),
    }),
  )
}

export interface ClearDialogProps {
  open: boolean
  onOpenChange(open: boolean): void
  companyId: string | null
}

/** Confirms deleting all ideas, or those of a company. */
export function ClearDialog({ open, onOpenChange, companyId }: ClearDialogProps) {
  const { companies } = useCurrentCompany()
  const clear = useClearIdeas()
  const company = companies.find(({ id }) => id === companyId)
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Clear ideas"
      confirmLabel="Clear"
      busyLabel="Clearing..."
      busy={clear.isPending}
      onConfirm={() => clear.mutate(companyId === null ? {} : { companyId }, { onSettled: () => onOpenChange(false) })}
    >
      Are you sure you want to clear {company ? `the ideas of "${company.name}"` : 'all ideas'}? This action cannot be undone.
    </ConfirmDialog>
  )
}
