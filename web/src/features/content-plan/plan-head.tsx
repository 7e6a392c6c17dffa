import type { ContentPlan } from '@ninesixteen/shared/api/content-plan'
import { Check, Pause, Play, Settings2, SkipForward, X } from 'lucide-react'
import { Button } from '../../components/button.tsx'
import { IconButton } from '../../components/icon-button.tsx'
import { Notice } from '../../components/notice.tsx'
import { useCovers } from '../../components/use-covers.ts'
import styles from './content-plan.module.css'

interface PlanHeadProps {
  plan: ContentPlan | null
  busy: boolean
  onBrief(): void
  onStart(): void
  onPause(): void
}

/** The state of the plan. */
export function PlanHead({ plan, busy, onBrief, onStart, onPause }: PlanHeadProps) {
  if (!plan) return null
  const { state, reason, counts } = plan
  const isRunning = state === 'running'
  return (
    <div className={styles.head}>
      <p className={styles.counts} role="status">
        {counts.planned} to review · {counts.approved} approved
        {counts.writing > 0 && ` · ${isRunning ? 'writing' : 'not written yet:'} ${counts.writing}`}
      </p>
      <div className={styles.tools}>
        <Button icon={<Settings2 />} onClick={onBrief}>
          Brief
        </Button>
        <Button
          variant={isRunning ? 'secondary' : 'primary'}
          icon={isRunning ? <Pause /> : <Play />}
          busy={busy}
          onClick={isRunning ? onPause : onStart}
        >
          {isRunning ? 'Pause planning' : 'Start planning'}
        </Button>
      </div>
      {reason !== null && <Notice kind={isRunning ? 'info' : 'warn'}>{reason}</Notice>}
    </div>
  )
}

interface SelectedBarProps {
  count: number
  onApprove(): void
  onSkip(): void
  onClear(): void
}

/** Actions on the selected posts, fixed to the bottom of the window. */
export function SelectedBar({ count, onApprove, onSkip, onClear }: SelectedBarProps) {
  return (
    <div ref={useCovers('bottom')} className={styles.bar} role="region" aria-label="Selected posts">
      <span>{count} selected</span>
      <Button size="small" variant="primary" icon={<Check />} onClick={onApprove}>
        Approve {count}
      </Button>
      <Button size="small" icon={<SkipForward />} onClick={onSkip}>
        Skip {count}
      </Button>
      <IconButton label="Clear selection" icon={<X />} onClick={onClear} />
    </div>
  )
}
