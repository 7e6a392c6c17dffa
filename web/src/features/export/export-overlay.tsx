import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { connectPath, exportPath } from '../../app/connect-return.ts'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { DialogCancel } from '../../components/discard-guard.tsx'
import { Link } from '../../components/link.tsx'
import { Notice } from '../../components/notice.tsx'
import type { ExportOutcome } from './export-job.ts'
import styles from './export-overlay.module.css'
import { ExportFrames } from './export-preview.tsx'
import type { ExportRun, ExportState } from './run-export.ts'
import { TARGETS } from './targets.ts'

/** Milliseconds until the overlay closes after success. */
const DONE_SHOWN = 1500
/** Milliseconds until the export of one slide shows its progress, because most finish earlier. */
const SHOW_AFTER_MS = 700
/** Missing photos listed; the rest is only counted. */
const LINES = 6

function titleOf(state: ExportState): string {
  if (state.step === 'failed') return 'Export Failed'
  if (state.step === 'ended') return state.outcome.kind === 'toast' ? '' : state.outcome.title
  return state.step === 'asking' ? 'Some photos are missing' : 'Exporting'
}

/** Number of finished frames. */
function doneOf(state: ExportState): number {
  return state.step === 'working' ? (state.progress?.pictures ?? 0) : Infinity
}

/** Delays the overlay for exports that may finish at once. */
function useIsWorthShowing({ job }: ExportRun, state: ExportState): boolean {
  const [late, setLate] = useState(TARGETS[job.target].of !== 'slide')
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), SHOW_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  if (state.step === 'working') return late
  return state.step !== 'ended' || state.outcome.kind !== 'toast'
}

/** Closes the overlay if the outcome needs no answer. */
function useCloseWhenDone(state: ExportState, onClose: () => void): void {
  const ended = state.step === 'ended' ? state.outcome.kind : null
  useEffect(() => {
    if (ended === 'toast') onClose()
    if (ended !== 'done') return
    const timer = setTimeout(onClose, DONE_SHOWN)
    return () => clearTimeout(timer)
  }, [ended, onClose])
}

/** Progress and outcome of an export. */
export function ExportOverlay({ exporting, onClose }: { exporting: ExportRun; onClose(): void }) {
  const state = useStore(exporting.state)
  useCloseWhenDone(state, onClose)
  const worthShowing = useIsWorthShowing(exporting, state)
  const isDone = state.step === 'ended' && state.outcome.kind === 'done'
  if (!worthShowing) return null
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={titleOf(state)}
      closeOnOutsideClick={false}
      footer={<Answers state={state} exporting={exporting} onClose={onClose} />}
    >
      <Report state={state} projectId={exporting.job.projectId} />
      {(state.step === 'working' || isDone) && <ExportFrames exporting={exporting} done={doneOf(state)} />}
    </Dialog>
  )
}

function Report({ state, projectId }: { state: ExportState; projectId: string }) {
  switch (state.step) {
    case 'working':
      return <Progress words={state.progress?.words ?? 'Checking photos'} share={state.progress?.share ?? 0} />
    case 'failed':
      return <Notice kind="bad">{state.message}</Notice>
    case 'asking':
      return <MissingPhotos words={state.missing.words} />
    case 'ended': {
      const { outcome } = state
      if (outcome.kind === 'message') return <ToRead outcome={outcome} projectId={projectId} />
      return <Progress words={outcome.kind === 'done' ? outcome.words : ''} share={1} />
    }
    default:
      return state satisfies never
  }
}

function Progress({ words, share }: { words: string; share: number }) {
  return (
    <>
      <p className={styles.count} role="status">
        {words}
      </p>
      <progress className={styles.bar} aria-label="Export" value={share} />
    </>
  )
}

interface ToReadProps {
  outcome: Extract<ExportOutcome, { kind: 'message' }>
  projectId: string
}

function ToRead({ outcome: { words, failed, folderUrl, toSettings }, projectId }: ToReadProps) {
  return (
    <Notice kind={failed ? 'bad' : 'ok'}>
      <span className={styles.lines}>{words}</span>
      {folderUrl !== null && (
        <a className={styles.way} href={folderUrl} target="_blank" rel="noreferrer">
          Open the folder
        </a>
      )}
      {toSettings && (
        <Link className={styles.way} to={connectPath(exportPath(projectId))}>
          Open Settings
        </Link>
      )}
    </Notice>
  )
}

function MissingPhotos({ words }: { words: readonly string[] }) {
  return (
    <Notice kind="warn">
      {words.slice(0, LINES).map((line) => (
        <span key={line} className={styles.missing}>
          {line}
        </span>
      ))}
      {words.length > LINES && <span className={styles.missing}>and {words.length - LINES} more</span>}
      You can export without {words.length === 1 ? 'it' : 'them'}.
    </Notice>
  )
}

interface AnswersProps {
  state: ExportState
  exporting: ExportRun
  onClose(): void
}

function Answers({ state, exporting: { continueWithout, retry }, onClose }: AnswersProps) {
  switch (state.step) {
    case 'working':
      return <DialogCancel />
    case 'ended':
      return <Button onClick={onClose}>Close</Button>
    case 'failed':
      return (
        <>
          <Button variant="ghost" onClick={onClose}>
            Close
          </Button>
          <Button variant="primary" onClick={retry}>
            Try again
          </Button>
        </>
      )
    case 'asking':
      return (
        <>
          <DialogCancel />
          <Button onClick={retry}>Try again</Button>
          <Button variant="primary" onClick={continueWithout}>
            Export anyway
          </Button>
        </>
      )
    default:
      return state satisfies never
  }
}
