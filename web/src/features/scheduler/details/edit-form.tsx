import { CAPTION_MAX, POST_DESCRIPTION_MAX } from '@ninesixteen/shared/api/limits'
import type { ScheduledPost } from '@ninesixteen/shared/api/scheduled-posts'
import { useState } from 'react'
import { toApiError } from '../../../api/api-error.ts'
import { Button } from '../../../components/button.tsx'
import { TextArea } from '../../../components/field.tsx'
import { Notice } from '../../../components/notice.tsx'
import { editPost, type PostEdit } from '../post-calls.ts'
import { isDraft } from '../post-words.ts'
import styles from './post-details.module.css'
import { settledTime, TimeFields, typedTime } from './time-fields.tsx'

/** Another time or other texts for a post that waits, and a time for a draft. */
export function EditForm({ post, zone, onDone }: { post: ScheduledPost; zone: string; onDone(): void }) {
  const [initial] = useState(() => typedTime(post.scheduledTime, zone))
  const [typed, setTyped] = useState(initial)
  const [caption, setCaption] = useState(post.caption)
  const [description, setDescription] = useState(post.description)
  const [timeError, setTimeError] = useState<string | null>(null)
  const [refused, setRefused] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)

  /** Only what was changed: a post whose time comes while its text is edited keeps its time. */
  const edit = (withTime: boolean): PostEdit | null => {
    const settled = settledTime(typed, zone)
    if (withTime && !settled) return null
    const isMoved = withTime && (isDraft(post) || typed.day !== initial.day || typed.time !== initial.time)
    return {
      ...(isMoved && settled && { scheduledTime: settled.at.toISOString(), timeZone: zone }),
      ...(caption !== post.caption && { caption }),
      ...(description !== post.description && { description }),
    }
  }
  const save = async (withTime: boolean) => {
    const wanted = edit(withTime)
    setTimeError(wanted ? null : 'Please select a date and time')
    if (!wanted) return
    setBusy(true)
    try {
      if (Object.keys(wanted).length > 0) await editPost(post, wanted)
      onDone()
    } catch (cause) {
      setRefused(toApiError(cause).message)
      setBusy(false)
    }
  }
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        void save(true)
      }}
    >
      <TimeFields typed={typed} onChange={setTyped} zone={zone} error={timeError} />
      <TextArea
        label="Caption"
        value={caption}
        rows={2}
        hint={`${caption.length}/${CAPTION_MAX}`}
        error={caption.length > CAPTION_MAX ? `At most ${CAPTION_MAX} characters.` : null}
        onChange={({ target }) => setCaption(target.value)}
      />
      <TextArea
        label="Description"
        value={description}
        maxLength={POST_DESCRIPTION_MAX}
        onChange={({ target }) => setDescription(target.value)}
      />
      {refused && <Notice kind="bad">Failed to update scheduled post. {refused}</Notice>}
      <div className={styles.formEnd}>
        <Button variant="ghost" onClick={onDone}>
          Back
        </Button>
        {isDraft(post) && (
          <Button busy={busy} onClick={() => void save(false)}>
            Save draft
          </Button>
        )}
        <Button variant="primary" type="submit" busy={busy} disabled={caption.length > CAPTION_MAX}>
          {busy ? 'Saving...' : isDraft(post) ? 'Schedule' : 'Save Changes'}
        </Button>
      </div>
    </form>
  )
}
