import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { paths } from '../../app/paths.ts'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { Link } from '../../components/link.tsx'
import { Notice } from '../../components/notice.tsx'
import type { ExportOutcome } from './export-job.ts'
import styles from './export-overlay.module.css'
import { ExportPictures } from './export-preview.tsx'
import type { Exporting, ExportState } from './run-export.ts'
import { TARGETS } from './targets.ts'

/** Milliseconds that the finished slides stay before the overlay goes by itself. */
const DONE_SHOWN = 1500
/** Milliseconds after which an export of one slide shows how far it is: most are over by then. */
const QUIET_MS = 700
/** Lines of lost photos that are shown; the rest is counted. */
const LINES = 6

function titleOf(state: ExportState): string {
  if (state.step === 'failed') return 'Export Failed'
  if (state.step === 'ended') return state.outcome.kind === 'told' ? '' : state.outcome.title
  return state.step === 'asking' ? 'Some photos are missing' : 'Exporting'
}

/** How many pictures are through: all of them at the end. */
function doneOf(state: ExportState): number {
  return state.step === 'working' ? (state.progress?.pictures ?? 0) : Infinity
}

/** True when it is time to show an export that may be over at once. */
function useIsWorthShowing({ job }: Exporting, state: ExportState): boolean {
  const [late, setLate] = useState(TARGETS[job.target].of !== 'slide')
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), QUIET_MS)
    return () => clearTimeout(timer)
  }, [])
  if (state.step === 'working') return late
  return state.step !== 'ended' || state.outcome.kind !== 'told'
}

/** Closes by itself what needs no answer. */
function useCloseWhenDone(state: ExportState, onClose: () => void): void {
  const ended = state.step === 'ended' ? state.outcome.kind : null
  useEffect(() => {
    if (ended === 'told') onClose()
    if (ended !== 'done') return
    const timer = setTimeout(onClose, DONE_SHOWN)
    return () => clearTimeout(timer)
  }, [ended, onClose])
}

/** One export from its start to what came of it: the slides themselves, filling one by one. */
export function ExportOverlay({ exporting, onClose }: { exporting: Exporting; onClose(): void }) {
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
      <Report state={state} />
      {(state.step === 'working' || isDone) && <ExportPictures exporting={exporting} done={doneOf(state)} />}
    </Dialog>
  )
}

/** What happened, in words. */
function Report({ state }: { state: ExportState }) {
  switch (state.step) {
    case 'working':
      return <Progress words={state.progress?.words ?? 'Looking for the photos'} share={state.progress?.share ?? 0} />
    case 'failed':
      return <Notice kind="bad">{state.message}</Notice>
    case 'asking':
      return <LostPhotos words={state.lost.words} />
    case 'ended': {
      const { outcome } = state
      if (outcome.kind === 'read') return <ToRead outcome={outcome} />
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

/** What came of it, and where to go from there. */
function ToRead({ outcome: { words, failed, folderUrl, toSettings } }: { outcome: Extract<ExportOutcome, { kind: 'read' }> }) {
  return (
    <Notice kind={failed ? 'bad' : 'ok'}>
      <span className={styles.lines}>{words}</span>
      {folderUrl !== null && (
        <a className={styles.way} href={folderUrl} target="_blank" rel="noreferrer">
          Open the folder
        </a>
      )}
      {toSettings && (
        <Link className={styles.way} to={paths.settingsAccounts}>
          Open Settings
        </Link>
      )}
    </Notice>
  )
}

function LostPhotos({ words }: { words: readonly string[] }) {
  return (
    <Notice kind="warn">
      {words.slice(0, LINES).map((line) => (
        <span key={line} className={styles.missing}>
          {line}
        </span>
      ))}
      {words.length > LINES && <span className={styles.missing}>and {words.length - LINES} more</span>}
      The export would go on without {words.length === 1 ? 'it' : 'them'}.
    </Notice>
  )
}

interface AnswersProps {
  state: ExportState
  exporting: Exporting
  onClose(): void
}

function Answers({ state, exporting: { goOn, retry }, onClose }: AnswersProps) {
  switch (state.step) {
    case 'working':
      return <Button onClick={onClose}>Cancel</Button>
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
          <Button variant="ghost" onClick={onClose}>
            Cancel
          </Button>
          <Button onClick={retry}>Look again</Button>
          <Button variant="primary" onClick={goOn}>
            Export anyway
          </Button>
        </>
      )
    default:
      return state satisfies never
  }
}
