import type { Idea } from '@ninesixteen/shared/api/ideas'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { toApiError } from '../../api/api-error.ts'
import { orpc } from '../../api/client.ts'
import { ConfirmDialog } from '../../components/dialog.tsx'
import { notify } from '../../components/toast.tsx'

export interface DeleteIdeaDialogProps {
  /** Null closes the dialog. */
  idea: Idea | null
  onClose(): void
}

/** Confirms deleting an idea. */
export function DeleteIdeaDialog({ idea, onClose }: DeleteIdeaDialogProps) {
  const client = useQueryClient()
  const remove = useMutation(
    orpc.ideas.remove.mutationOptions({
      onSuccess: () => client.invalidateQueries({ queryKey: orpc.ideas.key() }),
      onError: (cause) => notify.error('Failed to delete the idea. Please try again.', toApiError(cause).message),
      onSettled: onClose,
    }),
  )
  return (
    <ConfirmDialog
      open={idea !== null}
      onOpenChange={(open) => !open && onClose()}
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
