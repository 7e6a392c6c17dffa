import { useMutation, useQueryClient } from '@tanstack/react-query'
import { orpc } from '../../api/client.ts'
import { useCurrentCompany } from '../../app/current-company.ts'
import { ConfirmDialog } from '../../components/dialog.tsx'
import { notify } from '../../components/toast.tsx'

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
