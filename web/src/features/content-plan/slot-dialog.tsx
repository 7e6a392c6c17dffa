import type { PlanPost, PlanSlot } from '@ninesixteen/shared/api/content-plan'
import { CAPTION_MAX, POST_DESCRIPTION_MAX } from '@ninesixteen/shared/api/limits'
import { PLATFORMS } from '@ninesixteen/shared/platforms'
import { settleWall, wallOf } from '@ninesixteen/shared/time/wall-clock'
import { isWallTime } from '@ninesixteen/shared/time/wall-time'
import { useState } from 'react'
import { errorText } from '../../api/api-error.ts'
import { api } from '../../api/client.ts'
import { LOOK_OPTIONS } from '../../app/look-options.ts'
import { paths } from '../../app/paths.ts'
import { Button, ButtonLink } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { DialogCancel } from '../../components/discard-guard.tsx'
import { TextArea, TextField } from '../../components/field.tsx'
import { Notice } from '../../components/notice.tsx'
import { Select } from '../../components/select.tsx'
import styles from './content-plan.module.css'

interface SlotDialogProps {
  slot: PlanSlot
  /** The field that comes first. */
  field: 'text' | 'time'
  onSaved(): void
  onClose(): void
}

type EditedPost = Pick<PlanPost, 'platform' | 'accountId' | 'timeZone' | 'caption' | 'description' | 'username'> & { wall: string }

/** Texts and times of a planned slideshow. */
export function SlotDialog({ slot, field, onSaved, onClose }: SlotDialogProps) {
  const [posts, setPosts] = useState(() =>
    slot.posts
      .filter(({ isApproved }) => !isApproved)
      .map((post): EditedPost => ({ ...post, wall: wallOf(new Date(post.at), post.timeZone) })),
  )
  const [look, setLook] = useState(slot.look)
  const [failure, setFailure] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const change = (index: number, patch: Partial<EditedPost>) =>
    setPosts((previous) => previous.map((post, at) => (at === index ? { ...post, ...patch } : post)))
  const isComplete = posts.every(({ wall }) => isWallTime(wall))
  const save = async (): Promise<void> => {
    setBusy(true)
    try {
      await api.contentPlan.change({
        id: slot.id,
        ...(look !== null && look !== slot.look && { look }),
        posts: posts.map(({ platform, accountId, wall, timeZone, caption, description }) => {
          const at = settleWall(wall, timeZone).at.toISOString()
          return { platform, accountId, at, caption, description }
        }),
      })
      onSaved()
      onClose()
    } catch (cause) {
      setFailure(errorText(cause))
      setBusy(false)
    }
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={field === 'time' ? 'Move post' : 'Edit post'}
      description={slot.hook}
      closeOnOutsideClick={false}
      initialFocus="field"
      footer={
        <>
          {slot.projectId !== null && <ButtonLink to={`${paths.studio}?project=${slot.projectId}`}>Edit slides</ButtonLink>}
          <DialogCancel />
          <Button variant="primary" busy={isBusy} disabled={!isComplete} onClick={() => void save()}>
            Save
          </Button>
        </>
      }
    >
      <div className={styles.posts}>
        {failure !== null && <Notice kind="bad">{failure}</Notice>}
        {posts.map(({ platform, accountId, username, caption, description, wall, timeZone }, index) => {
          const name = `${PLATFORMS[platform].label} @${username ?? accountId}`
          const time = (
            <TextField
              key="time"
              label={`Time (${timeZone})`}
              type="datetime-local"
              value={wall}
              onChange={({ target }) => change(index, { wall: target.value })}
            />
          )
          return (
            <fieldset key={name} className={styles.fields}>
              <legend>{name}</legend>
              {field === 'time' && time}
              <TextArea
                label="Caption"
                rows={2}
                maxLength={CAPTION_MAX}
                value={caption}
                onChange={({ target }) => change(index, { caption: target.value })}
              />
              <TextArea
                label="Description"
                rows={4}
                maxLength={POST_DESCRIPTION_MAX}
                value={description}
                onChange={({ target }) => change(index, { description: target.value })}
              />
              {field === 'text' && time}
            </fieldset>
          )
        })}
        {field === 'text' && (
          <Select
            label="Look"
            value={look ?? 'own'}
            options={slot.look === null ? [{ value: 'own', label: 'As it is' }, ...LOOK_OPTIONS] : LOOK_OPTIONS}
            onChange={(id) => setLook(LOOK_OPTIONS.find(({ value }) => value === id)?.value ?? null)}
          />
        )}
      </div>
    </Dialog>
  )
}
