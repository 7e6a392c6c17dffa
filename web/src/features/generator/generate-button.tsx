import { Sparkles, Square } from 'lucide-react'
import { useState } from 'react'
import { generateCancelPath } from '@ninesixteen/shared/api/limits'
import { errorFromResponse, errorText } from '../../api/api-error.ts'
import type { Generation } from '../../app/studio-store.ts'
import { Button } from '../../components/button.tsx'
import { notify } from '../../components/toast.tsx'
import styles from './generator-panel.module.css'
import { sessionFetch } from '../../api/expected-user.ts'

/** Cancels the run on the server. The slides written so far stay, and the stream ends. */
async function cancelGeneration(projectId: string): Promise<void> {
  const response = await sessionFetch(new Request(generateCancelPath(projectId), { method: 'POST' }))
  if (!response.ok) throw await errorFromResponse(response)
}

function Progress({ generation }: { generation: Generation }) {
  const [cancelling, setCancelling] = useState(false)
  const written = generation.slides.filter(Boolean).length
  const text = generation.wanted ? `Writing slide ${Math.min(written + 1, generation.wanted)} of ${generation.wanted}` : 'Starting'
  const cancel = () => {
    if (!generation.projectId) return
    setCancelling(true)
    cancelGeneration(generation.projectId).catch((error: unknown) => {
      setCancelling(false)
      notify.error(errorText(error))
    })
  }
  return (
    <div className={styles.running}>
      <p className={styles.progressText} role="status">
        {text}
      </p>
      <progress className={styles.progress} aria-label="Slides written" max={generation.wanted || 1} value={written} />
      <Button wide size="large" icon={<Square />} busy={cancelling} disabled={!generation.projectId} onClick={cancel}>
        {cancelling ? 'Cancelling...' : 'Cancel'}
      </Button>
    </div>
  )
}

export interface GenerateButtonProps {
  label: string
  generation: Generation | null
}

/** The submit button; during a generation, its progress with a cancel button. */
export function GenerateButton({ label, generation }: GenerateButtonProps) {
  if (generation?.status === 'running') return <Progress generation={generation} />
  return (
    <Button type="submit" variant="primary" size="large" wide icon={<Sparkles />}>
      {label}
    </Button>
  )
}
