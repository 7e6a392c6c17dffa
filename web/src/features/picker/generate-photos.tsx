import type { AiPhotoJob } from '@ninesixteen/shared/api/ai-photos'
import { AI_PHOTO_PROMPT_MAX, AI_PHOTOS_AT_ONCE } from '@ninesixteen/shared/api/limits'
import { useQuery } from '@tanstack/react-query'
import { Sparkles } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import { errorText } from '../../api/api-error.ts'
import { connectPath } from '../../app/connect-return.ts'
import { Button, ButtonLink } from '../../components/button.tsx'
import { CheckboxField } from '../../components/checkbox-field.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { TextArea } from '../../components/field.tsx'
import { Notice } from '../../components/notice.tsx'
import { RunProgress } from '../../components/run-progress.tsx'
import { Select } from '../../components/select.tsx'
import { aiPhotosQuery, useAiPhotoJob } from './use-ai-photo-job.ts'
import { PhotoGrid } from './photo-grid.tsx'
import styles from './picker.module.css'

export interface GeneratePhotosProps {
  companyId: string | null
  /** The proposed description. */
  prompt?: string
  /** A photo that can be changed. */
  sourcePath?: string | null
  /** Uses a finished photo; without it, finished photos are only added to the library. */
  onPick?(filePath: string): void
}

const COUNTS = Array.from({ length: AI_PHOTOS_AT_ONCE }, (_, at) => ({
  value: String(at + 1),
  label: at === 0 ? '1 photo' : `${at + 1} photos`,
}))

/** Makes photos with the images API of the user or the server. */
export function GeneratePhotos({ companyId, prompt = '', sourcePath = null, onPick }: GeneratePhotosProps) {
  const state = useQuery(aiPhotosQuery)
  const [typed, setTyped] = useState(prompt)
  const [count, setCount] = useState('2')
  const [changes, setChanges] = useState(false)
  const { job, start, cancel } = useAiPhotoJob(state.data?.running ?? null)
  if (state.isError) return <Notice kind="bad">{errorText(state.error)}</Notice>
  if (state.data && !state.data.isReady) {
    return (
      <EmptyState
        title="AI photos are not set up"
        ghost="pictures"
        level={3}
        action={
          <ButtonLink to={connectPath()} variant="primary">
            Add your own
          </ButtonLink>
        }
      >
        Add your own images API in the settings, or ask the operator of this server for one.
      </EmptyState>
    )
  }
  // Null: no limit. Undefined while it is loading.
  const left = state.data?.left
  const isRunning = job?.status === 'running'
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    start.mutate({ prompt: typed.trim(), count: Number(count), companyId, sourcePath: changes ? sourcePath : null })
  }
  return (
    <div className={styles.tab}>
      <form className={styles.choice} aria-label="AI photos" onSubmit={submit}>
        <TextArea
          label="Describe the photo"
          rows={4}
          value={typed}
          maxLength={AI_PHOTO_PROMPT_MAX}
          data-kept={typed.trim() === start.variables?.prompt || undefined}
          hint={leftText(left)}
          onChange={(event) => setTyped(event.target.value)}
        />
        {sourcePath !== null && (
          <CheckboxField label="Change the slide’s photo instead of making a new one" checked={changes} onChange={setChanges} />
        )}
        <div className={styles.bar}>
          <div className={styles.choiceField}>
            <Select label="Number of photos" hideLabel value={count} options={COUNTS} onChange={setCount} />
          </div>
          <Button
            type="submit"
            variant="primary"
            icon={<Sparkles aria-hidden="true" />}
            busy={start.isPending}
            disabled={typed.trim() === '' || isRunning || left === undefined || (left !== null && left < Number(count))}
          >
            Generate
          </Button>
        </div>
      </form>
      {start.isError && <Notice kind="bad">{errorText(start.error)}</Notice>}
      {job && <JobState job={job} onCancel={() => cancel.mutate({ id: job.id })} isCancelling={cancel.isPending} />}
      {job && job.paths.length > 0 && <Finished job={job} onPick={onPick} />}
      <p className={styles.origin}>An AI makes these photos. Posts that show them can say so on the networks that ask for it.</p>
    </div>
  )
}

/** The photos left today; null: no limit, undefined: not known yet. */
function leftText(left: number | null | undefined): string | undefined {
  if (left === undefined) return undefined
  if (left === null) return 'Your own images API makes these photos.'
  return left === 1 ? '1 photo left today.' : `${left} photos left today.`
}

function JobState({ job, onCancel, isCancelling }: { job: AiPhotoJob; onCancel(): void; isCancelling: boolean }) {
  if (job.status === 'running') {
    return (
      <RunProgress
        label="Making photos"
        done={job.paths.length}
        total={job.wanted}
        note="This can take minutes. You can leave this page."
        isCancelling={isCancelling}
        onCancel={onCancel}
      />
    )
  }
  if (job.problem === null) return null
  return <Notice kind={job.status === 'failed' ? 'bad' : 'warn'}>{job.problem}</Notice>
}

function Finished({ job, onPick }: { job: AiPhotoJob; onPick: GeneratePhotosProps['onPick'] }) {
  const photos = job.paths.map((path, at) => ({ id: path, filename: `AI photo ${at + 1}`, filePath: path }))
  return (
    <>
      {!onPick && (
        <p role="status">{photos.length === 1 ? 'One photo is in your library.' : `${photos.length} photos are in your library.`}</p>
      )}
      <PhotoGrid label="AI photos" photos={photos} onPick={onPick} onEnd={null} />
    </>
  )
}
