import { CUSTOM_MODE_NAME_MAX } from '@ninesixteen/shared/api/limits'
import type { Slide } from '@ninesixteen/shared/slide/model'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { toApiError } from '../../api/api-error.ts'
import { orpc } from '../../api/client.ts'
import { useCurrentCompany } from '../../app/current-company.ts'
import { Dialog } from '../../components/dialog.tsx'
import { DialogSubmit, DiscardGuard } from '../../components/discard-guard.tsx'
import { TextField } from '../../components/field.tsx'
import { Notice } from '../../components/notice.tsx'
import { SwitchField } from '../../components/switch-field.tsx'
import { notify } from '../../components/toast.tsx'
import styles from './custom-panel.module.css'

export interface SaveModeDialogProps {
  slides: readonly Slide[]
  onClose(): void
}

/** Saves slides and instructions as a custom mode, for one company or all. */
export function SaveModeDialog({ slides, onClose }: SaveModeDialogProps) {
  const { current } = useCurrentCompany()
  const client = useQueryClient()
  const form = useId()
  const [name, setName] = useState('')
  const [bound, setBound] = useState(false)
  const save = useMutation(
    orpc.customModes.create.mutationOptions({
      onSuccess: async ({ name: saved }) => {
        await client.invalidateQueries({ queryKey: orpc.customModes.key() })
        notify.ok(`“${saved}” saved.`)
        onClose()
      },
    }),
  )
  const problem =
    save.error && (toApiError(save.error).code === 'CUSTOM_MODE_NAME_REQUIRED' ? save.error.message : 'Failed to save custom mode')
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Save Custom Mode"
      description="Saves slides, layout and instructions for new slideshows."
      size="small"
      closeOnOutsideClick={false}
      footer={<DialogSubmit form={form} disabled={name.trim() === ''} busy={save.isPending} label="Save" busyLabel="Saving..." />}
    >
      <form
        id={form}
        className={styles.fields}
        onSubmit={(event) => {
          event.preventDefault()
          if (name.trim() === '') return
          save.mutate({ name: name.trim(), slides: [...slides], companyId: bound && current ? current.id : null })
        }}
      >
        <DiscardGuard isDirty={name.trim() !== ''} title="Discard this custom mode?" />
        <TextField
          label="Name"
          value={name}
          maxLength={CUSTOM_MODE_NAME_MAX}
          placeholder="Monday myths"
          onChange={(event) => {
            setName(event.target.value)
            if (save.isError) save.reset()
          }}
        />
        {current && (
          <SwitchField
            label={`Only for ${current.name}`}
            hint={bound ? 'Available for this company.' : 'Available for all companies.'}
            checked={bound}
            onChange={setBound}
          />
        )}
        {problem && <Notice kind="bad">{problem}</Notice>}
      </form>
    </Dialog>
  )
}
