import type { Slide } from '@ninesixteen/shared/slide/model'
import { Check } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { Notice } from '../../components/notice.tsx'
import { drawSmall } from './draw-small.ts'
import styles from './export-overlay.module.css'
import type { Exporting, ExportState } from './use-export.ts'

/** Milliseconds that the finished slides stay before the overlay goes by itself. */
const DONE_SHOWN = 1500

function titleOf(state: ExportState): string {
  if (state.step === 'failed') return 'Export Failed'
  if (state.step === 'done') return 'Export Complete!'
  return state.step === 'asking' ? 'Some photos are missing' : 'Exporting'
}

/** The slides themselves, filling one by one. */
export function ExportOverlay({ exporting }: { exporting: Exporting }) {
  const { state, cancel } = exporting
  const isDone = state.step === 'done'
  useEffect(() => {
    if (!isDone) return
    const timer = setTimeout(cancel, DONE_SHOWN)
    return () => clearTimeout(timer)
  }, [isDone, cancel])
  const job = state.step === 'idle' ? null : state.job
  const total = job?.slides.length ?? 0
  const done = state.step === 'drawing' ? state.done : isDone ? total : 0
  return (
    <Dialog
      open={state.step !== 'idle'}
      onOpenChange={(open) => !open && cancel()}
      title={titleOf(state)}
      closeOnOutsideClick={false}
      footer={<Answers exporting={exporting} />}
    >
      <p className={styles.count} role="status">
        {(state.step === 'drawing' || isDone) && `Exported ${done} / ${total} slides`}
      </p>
      {state.step === 'failed' && <Notice kind="bad">Failed to export slides: {state.message}</Notice>}
      {state.step === 'asking' && (
        <Notice kind="warn">
          {state.missing.map((number) => (
            <span key={number} className={styles.missing}>
              Failed to load photo {number}
            </span>
          ))}
          Those slides would be exported without it.
        </Notice>
      )}
      {job && (
        <ol className={styles.slides} aria-label="Slides being exported">
          {job.slides.map((slide, index) => (
            <SmallSlide
              key={slide.id}
              slide={slide}
              number={index + 1}
              state={index < done ? 'done' : index < done + 2 ? 'next' : 'waiting'}
            />
          ))}
        </ol>
      )}
    </Dialog>
  )
}

function Answers({ exporting: { state, start, goOn, cancel } }: { exporting: Exporting }) {
  switch (state.step) {
    case 'failed':
      return (
        <>
          <Button variant="ghost" onClick={cancel}>
            Close
          </Button>
          <Button variant="primary" onClick={() => start(state.job)}>
            Try again
          </Button>
        </>
      )
    case 'asking':
      return (
        <>
          <Button variant="ghost" onClick={cancel}>
            Cancel
          </Button>
          <Button variant="primary" onClick={goOn}>
            Export anyway
          </Button>
        </>
      )
    case 'drawing':
      return <Button onClick={cancel}>Cancel</Button>
    case 'done':
    case 'idle':
      return <Button onClick={cancel}>Close</Button>
    default:
      return state satisfies never
  }
}

function SmallSlide({ slide, number, state }: { slide: Slide; number: number; state: 'waiting' | 'next' | 'done' }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const isDone = state === 'done'
  useEffect(() => {
    if (isDone && canvas.current) void drawSmall(canvas.current, slide)
  }, [isDone, slide])
  return (
    <li className={styles.slide} data-state={state}>
      <canvas ref={canvas} aria-hidden="true" />
      <span className="visually-hidden">
        Slide {number}
        {isDone ? ', exported' : ''}
      </span>
      {isDone && <Check className={styles.check} aria-hidden="true" />}
    </li>
  )
}
