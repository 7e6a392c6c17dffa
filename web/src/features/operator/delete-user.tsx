import type { ListedUser } from '@ninesixteen/shared/api/operator'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { errorText } from '../../api/api-error.ts'
import { api, orpc } from '../../api/client.ts'
import { Dialog } from '../../components/dialog.tsx'
import { DialogSubmit } from '../../components/discard-guard.tsx'
import { TextField } from '../../components/field.tsx'
import { Notice } from '../../components/notice.tsx'
import { notify } from '../../components/toast.tsx'
import styles from './operator.module.css'

/** Deletes an account permanently, after the operator typed its email. */
export function DeleteUser({ user, open, onClose }: { user: ListedUser; open: boolean; onClose(): void }) {
  const client = useQueryClient()
  const formId = useId()
  const [typed, setTyped] = useState('')
  const close = (): void => {
    onClose()
    setTyped('')
    remove.reset()
  }
  const remove = useMutation({
    mutationFn: () => api.operator.deletePerson({ id: user.id, email: typed }),
    onSuccess: async () => {
      notify.ok('Account deleted', user.email)
      onClose()
      await client.invalidateQueries({ queryKey: orpc.operator.key() })
    },
  })
  const isTyped = typed.trim().toLowerCase() === user.email.toLowerCase()
  return (
    <Dialog
      open={open}
      onOpenChange={close}
      title="Delete account"
      description={`The account of ${user.email} is deleted permanently, as if its user had done it.`}
      size="small"
      footer={
        <DialogSubmit
          form={formId}
          busy={remove.isPending}
          disabled={!isTyped}
          label="Delete account"
          busyLabel="Deleting..."
          variant="danger"
        />
      }
    >
      <form
        id={formId}
        className={styles.question}
        onSubmit={(event) => {
          event.preventDefault()
          if (isTyped) remove.mutate()
        }}
      >
        <Notice kind="warn">This also deletes slideshows, photos, posts and connections. Scheduled posts are not published.</Notice>
        <TextField
          data-kept
          label="Type the email of the account"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={typed}
          error={remove.isError ? errorText(remove.error) : null}
          onChange={(event) => setTyped(event.target.value)}
        />
      </form>
    </Dialog>
  )
}
